#!/bin/sh
# Draw the pictures of the README anew. Needs symattn, pdflatex, pdftoppm (Debian: poppler-utils) and chromium.
set -eu
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

symattn latex G12 --pdf -o "$scratch/G12.tex" 2>/dev/null
crop() { # PAGE TOP HEIGHT NAME: a part of a page, in pixels at 160 dpi, as wide as the text
    pdftoppm -png -gray -r 160 -f "$1" -l "$1" -x 235 -W 890 -y "$2" -H "$3" -singlefile "$scratch/G12.pdf" "docs/pictures/$4"
}
crop 1 730 610 derivation
crop 2 680 645 refutation

symattn book --from proofs/equivariance.py -o "$scratch/book" 2>/dev/null
chromium --headless --no-sandbox --hide-scrollbars --window-size=1200,1000 --user-data-dir="$scratch/profile" \
    --screenshot=docs/pictures/book.png "file://$scratch/book/claims/G12.html" 2>/dev/null

(* What the proofs of symattn mean in Coq: indices, truth values, the primitive constants, and the rules of inference.

   To believe an exported theorem, read its statement, the definitions above it and, of this file, the parts on indices
   and constants. All else is proved, here and in Axioms.v. Coq's standard library only. *)
From Coq Require Export Reals Bool.
From Coq Require Import Lra Lia ZArith PArith Eqdep_dec FunctionalExtensionality Classical_Prop.
Set Implicit Arguments.
Open Scope R_scope.

(* ------------------------------------------------------------------------------------------------------- indices *)

(* A size is a positive integer, never 0; an index below a size p is a natural number that is less than p. *)
Notation size := positive.
Record Fin (p : size) : Set := MkFin { val : nat; bound : Nat.ltb val (Pos.to_nat p) = true }.
Arguments val {p}.
Lemma val_lt p (i : Fin p) : (val i < Pos.to_nat p)%nat.
Proof. apply Nat.ltb_lt, bound. Qed.
Lemma val_inj p (i j : Fin p) : val i = val j -> i = j.
Proof.
  destruct i as [i hi], j as [j hj]; simpl; intros <-.
  now rewrite (UIP_dec Bool.bool_dec hi hj).
Qed.
Definition pos0 p : Nat.ltb 0 (Pos.to_nat p) = true.
Proof. apply Nat.ltb_lt, Pos2Nat.is_pos. Defined.
(* the index with the value k, and 0 where there is none *)
Definition fin p (k : nat) : Fin p :=
  match Bool.bool_dec (Nat.ltb k (Pos.to_nat p)) true with
  | left h => MkFin p k h
  | right _ => MkFin p 0 (pos0 p)
  end.
Lemma val_fin p k : (k < Pos.to_nat p)%nat -> val (fin p k) = k.
Proof.
  intros h; unfold fin; destruct Bool.bool_dec as [e|e]; [easy|].
  apply Nat.ltb_lt in h; contradiction.
Qed.
Lemma fin_val p (i : Fin p) : fin p (val i) = i.
Proof. apply val_inj, val_fin, val_lt. Qed.

(* ------------------------------------------------------------------------------------------- constants of the kernel *)

(* equality, as a truth value *)
Definition eqb (A : Set) (x y : A) : bool := if ClassicalDedekindReals.sig_not_dec (x = y) then true else false.
(* real numbers; the inverse is Coq's own, which is 0 at 0 *)
Definition leb (x y : R) : bool := if Rle_dec x y then true else false.
Definition ind (b : bool) : R := if b then 1 else 0.
Definition nreal (k : nat) : R := INR k.
(* f, applied k times *)
Definition iterate (m n : size) (f : (Fin m -> Fin n -> R) -> Fin m -> Fin n -> R) (a : Fin m -> Fin n -> R) (k : nat) :=
  Nat.iter k f a.
(* sums over an index, the size as a number, the position of an index as a number, the last index *)
Definition card (n : size) : R := INR (Pos.to_nat n).
Fixpoint bigsum (k : nat) (g : nat -> R) : R := match k with O => 0 | S k' => bigsum k' g + g k' end.
Definition sum (n : size) (f : Fin n -> R) : R := bigsum (Pos.to_nat n) (fun i => f (fin n i)).
Definition pos (n : size) (i : Fin n) : R := INR (val i).
Definition nat_of (n : size) (i : Fin n) : nat := val i.
Definition last (n : size) : Fin n := fin n (Nat.pred (Pos.to_nat n)).
(* parts of m + k and blocks of m * n. The third size is that sum or product: the kernel does not tell m + k from k + m,
   Coq does, and every use has it equal to them. *)
Definition inl (m k p : size) (i : Fin m) : Fin p := fin p (val i).
Definition inr (m k p : size) (j : Fin k) : Fin p := fin p (Pos.to_nat m + val j).
Definition case (m k p : size) (f : Fin m -> R) (g : Fin k -> R) (i : Fin p) : R :=
  if Nat.ltb (val i) (Pos.to_nat m) then f (fin m (val i)) else g (fin k (val i - Pos.to_nat m)).
Definition pair (m n p : size) (i : Fin m) (j : Fin n) : Fin p := fin p (Pos.to_nat n * val i + val j).
Definition quo (m n p : size) (i : Fin p) : Fin m := fin m (Nat.div (val i) (Pos.to_nat n)).
Definition rem (m n p : size) (i : Fin p) : Fin n := fin n (Nat.modulo (val i) (Pos.to_nat n)).
(* real numbers and -oo, which is None *)
Definition plus (x y : option R) : option R := match x, y with Some a, Some b => Some (a + b) | _, _ => None end.
Definition times (c : R) (x : option R) : option R := match x with Some a => Some (c * a) | None => None end.
Definition eexp (x : option R) : R := match x with Some a => exp a | None => 0 end.
Definition allow (b : bool) : option R := if b then Some 0 else None.
(* determinants, by the first row: the sum of its entries, with alternating signs, times the determinants of what is left
   without this row and the column of the entry *)
Definition skip (j l : nat) : nat := if Nat.ltb l j then l else S l.
Definition minor (j : nat) (a : nat -> nat -> R) : nat -> nat -> R := fun i l => a (S i) (skip j l).
Fixpoint laplace (k : nat) (a : nat -> nat -> R) : R :=
  match k with O => 1 | S k' => bigsum k (fun j => (-1) ^ j * a O j * laplace k' (minor j a)) end.
Definition det (n : size) (A : Fin n -> Fin n -> R) : R := laplace (Pos.to_nat n) (fun i j => A (fin n i) (fin n j)).
(* f has the derivative c at x *)
Definition deriv (f : R -> R) (x c : R) : bool :=
  if ClassicalDedekindReals.sig_not_dec (derivable_pt_lim f x c) then true else false.

(* ------------------------------------------------------------------ connectives, which the kernel makes of equations *)

Definition TT : bool := eqb (fun p : bool => p) (fun p => p).
Definition ALL (A : Set) (f : A -> bool) : bool := eqb f (fun _ => TT).
Definition AND (p q : bool) : bool := eqb (fun f : bool -> bool -> bool => f p q) (fun f => f TT TT).
Definition IMP (p q : bool) : bool := eqb (AND p q) p.
Definition FF : bool := ALL (fun p => p).
Definition NOT (p : bool) : bool := IMP p FF.
Definition LT (x y : R) : bool := NOT (leb y x).

Lemma decided (P : Prop) : is_true (if ClassicalDedekindReals.sig_not_dec P then true else false) <-> P.
Proof. destruct ClassicalDedekindReals.sig_not_dec as [h|h]; split; try easy. intros _; now apply NNPP. Qed.
Lemma eqbP (A : Set) (x y : A) : is_true (eqb x y) <-> x = y.
Proof. apply decided. Qed.
Lemma derivP f x c : is_true (deriv f x c) <-> derivable_pt_lim f x c.
Proof. apply decided. Qed.
Lemma lebP x y : is_true (leb x y) <-> x <= y.
Proof. unfold leb; destruct Rle_dec; split; easy. Qed.
Lemma EQI (A : Set) (x y : A) : x = y -> is_true (eqb x y). Proof. apply eqbP. Qed.
Lemma EQE (A : Set) (x y : A) : is_true (eqb x y) -> x = y. Proof. apply eqbP. Qed.
Lemma true_eq (p q : bool) : (is_true p <-> is_true q) -> p = q.
Proof. destruct p, q; unfold is_true; intuition congruence. Qed.
Lemma TT_true : is_true TT. Proof. now apply EQI. Qed.
Lemma TT_eq : TT = true. Proof. apply TT_true. Qed.
Lemma ALLP (A : Set) (f : A -> bool) : is_true (ALL f) <-> forall x, is_true (f x).
Proof.
  unfold ALL; rewrite eqbP; split.
  - intros h x; rewrite h; apply TT_true.
  - intros h; apply functional_extensionality; intros x; rewrite TT_eq; apply h.
Qed.
Lemma ANDP p q : is_true (AND p q) <-> is_true p /\ is_true q.
Proof.
  unfold AND; rewrite eqbP; split.
  - intros h; assert (k := f_equal (fun g => g (fun x _ => x)) h); assert (l := f_equal (fun g => g (fun _ x => x)) h).
    simpl in k, l; rewrite TT_eq in k, l; now subst.
  - intros [h k]; unfold is_true in h, k; subst; now rewrite TT_eq.
Qed.
Lemma IMPP p q : is_true (IMP p q) <-> (is_true p -> is_true q).
Proof.
  unfold IMP; rewrite eqbP; split.
  - intros h k; rewrite <- h in k; now apply ANDP in k.
  - intros h; apply true_eq; rewrite ANDP; tauto.
Qed.
Lemma FFP : is_true FF <-> False.
Proof. unfold FF; rewrite ALLP; split; [intros h; specialize (h false); discriminate|easy]. Qed.
Lemma FF_eq : FF = false. Proof. destruct FF eqn:e; [|easy]. exfalso; apply FFP; now rewrite e. Qed.
Lemma NOTP p : is_true (NOT p) <-> ~ is_true p.
Proof. unfold NOT; rewrite IMPP, FFP; tauto. Qed.
Lemma LTP x y : is_true (LT x y) <-> x < y.
Proof. unfold LT; rewrite NOTP, lebP; lra. Qed.

(* ----------------------------------------------------- rules of inference, and rules that are derived from them *)

Lemma REFL (A : Set) (x : A) : is_true (eqb x x). Proof. now apply EQI. Qed.
Lemma SYM (A : Set) (x y : A) : is_true (eqb x y) -> is_true (eqb y x).
Proof. rewrite !eqbP; congruence. Qed.
Lemma TRANS (A : Set) (x y z : A) : is_true (eqb x y) -> is_true (eqb y z) -> is_true (eqb x z).
Proof. rewrite !eqbP; congruence. Qed.
Lemma COMB (A B : Set) (f g : A -> B) (x y : A) : is_true (eqb f g) -> is_true (eqb x y) -> is_true (eqb (f x) (g y)).
Proof. rewrite !eqbP; congruence. Qed.
Lemma CTX1 (A B : Set) (c : A -> B) x x' : is_true (eqb x x') -> is_true (eqb (c x) (c x')).
Proof. rewrite !eqbP; congruence. Qed.
Lemma CTX2 (A B C : Set) (c : A -> B -> C) x x' y y' :
  is_true (eqb x x') -> is_true (eqb y y') -> is_true (eqb (c x y) (c x' y')).
Proof. rewrite !eqbP; congruence. Qed.
Lemma CTX3 (A B C D : Set) (c : A -> B -> C -> D) x x' y y' z z' :
  is_true (eqb x x') -> is_true (eqb y y') -> is_true (eqb z z') -> is_true (eqb (c x y z) (c x' y' z')).
Proof. rewrite !eqbP; congruence. Qed.
Lemma ABS (A B : Set) (f g : A -> B) : (forall x, is_true (eqb (f x) (g x))) -> is_true (eqb f g).
Proof. intros h; apply EQI, functional_extensionality; intros x; apply EQE, h. Qed.
Lemma EQMP (p q : bool) : is_true (eqb p q) -> is_true p -> is_true q.
Proof. intros h; apply EQE in h; now rewrite <- h. Qed.
Lemma DEDUCT (p q : bool) : (is_true q -> is_true p) -> (is_true p -> is_true q) -> is_true (eqb p q).
Proof. intros h k; apply EQI, true_eq; tauto. Qed.
Lemma TRUE (p : bool) : is_true p -> is_true (eqb p TT).
Proof. intros h; apply EQI; now rewrite TT_eq. Qed.
Lemma FROM (p : bool) : is_true (eqb p TT) -> is_true p.
Proof. intros h; apply EQE in h; now rewrite h, TT_eq. Qed.
Lemma GEN (A : Set) (f : A -> bool) : (forall x, is_true (f x)) -> is_true (ALL f). Proof. apply ALLP. Qed.
Lemma SPEC (A : Set) (f : A -> bool) : is_true (ALL f) -> forall x, is_true (f x). Proof. apply ALLP. Qed.
Lemma CONJ (p q : bool) : is_true p -> is_true q -> is_true (AND p q). Proof. now rewrite ANDP. Qed.
Lemma CONJ1 (p q : bool) : is_true (AND p q) -> is_true p. Proof. now rewrite ANDP. Qed.
Lemma CONJ2 (p q : bool) : is_true (AND p q) -> is_true q. Proof. now rewrite ANDP. Qed.
Lemma MP (p q : bool) : is_true (IMP p q) -> is_true p -> is_true q. Proof. now rewrite IMPP. Qed.
Lemma DISCH (p q : bool) : (is_true p -> is_true q) -> is_true (IMP p q). Proof. now rewrite IMPP. Qed.

(* Two sizes are equal when their values are equal as polynomials with integers as coefficients. *)
Ltac same_size :=
  intros; try reflexivity; apply Pos2Z.inj; repeat (rewrite Pos2Z.inj_add || rewrite Pos2Z.inj_mul); ring.

(* Proofs are written without these arguments. *)
Unset Implicit Arguments.
Arguments SYM {A x y}.
Arguments TRANS {A x y z}.
Arguments COMB {A B f g x y}.
Arguments CTX1 {A B} c {x x'}.
Arguments CTX2 {A B C} c {x x' y y'}.
Arguments CTX3 {A B C D} c {x x' y y' z z'}.
Arguments ABS {A B f g}.
Arguments EQMP {p q}.
Arguments TRUE {p}.
Arguments FROM {p}.
Arguments GEN {A f}.
Arguments SPEC {A f}.
Arguments CONJ {p q}.
Arguments CONJ1 {p q}.
Arguments CONJ2 {p q}.
Arguments MP {p q}.
Arguments DISCH {p q}.

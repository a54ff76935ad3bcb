(* Determinants, from Coq's standard library: Laplace's expansion by the first row is linear in each row, 0 where two rows
   are equal and 1 at the identity, and every function with the first two properties is a multiple of it. *)
From symattn Require Import Prelude.
From Coq Require Import Lra Lia FunctionalExtensionality.
Open Scope R_scope.
Set Warnings "-inconsistent-scopes".

(* finite sums *)
Lemma bigsum_ext k f g : (forall i, (i < k)%nat -> f i = g i) -> bigsum k f = bigsum k g.
Proof. induction k; simpl; intros h; [easy|]. rewrite IHk, h; auto with arith. Qed.
Lemma bigsum_add k f g : bigsum k (fun i => f i + g i) = bigsum k f + bigsum k g.
Proof. induction k; simpl; [ring|]. rewrite IHk; ring. Qed.
Lemma bigsum_mul k c f : bigsum k (fun i => c * f i) = c * bigsum k f.
Proof. induction k; simpl; [ring|]. rewrite IHk; ring. Qed.
Lemma bigsum_zero k : bigsum k (fun _ => 0) = 0.
Proof. induction k; simpl; [easy|]. rewrite IHk; ring. Qed.
Lemma bigsum_const k : bigsum k (fun _ => 1) = INR k.
Proof. induction k; [easy|]. cbn [bigsum]. rewrite IHk, S_INR; ring. Qed.
Lemma bigsum_swap k l (f : nat -> nat -> R) : bigsum k (fun i => bigsum l (fun j => f i j)) = bigsum l (fun j => bigsum k (fun i => f i j)).
Proof. induction k; simpl; [now rewrite bigsum_zero|]. now rewrite IHk, bigsum_add. Qed.
Lemma bigsum_delta k i f : (i < k)%nat -> bigsum k (fun j => if Nat.eqb j i then f j else 0) = f i.
Proof.
  induction k; [lia|]; intros h; simpl. destruct (Nat.eq_dec i k) as [->|e].
  - rewrite Nat.eqb_refl. rewrite bigsum_ext with (g := fun _ => 0); [rewrite bigsum_zero; ring|].
    intros j hj. replace (Nat.eqb j k) with false; [easy|]. symmetry; apply Nat.eqb_neq; lia.
  - rewrite IHk; [|lia]. replace (Nat.eqb k i) with false; [ring|]. symmetry; apply Nat.eqb_neq; lia.
Qed.

Definition matrix := nat -> nat -> R.
Definition unit_row (j l : nat) : R := if Nat.eqb l j then 1 else 0.
Definition with_row (a : matrix) (i : nat) (u : nat -> R) : matrix := fun k => if Nat.eqb k i then u else a k.

Ltac compare := repeat match goal with |- context [Nat.eqb ?x ?y] => destruct (Nat.eqb_spec x y) end.

Lemma bigsum_lin k c f g : bigsum k (fun i => c * f i + g i) = c * bigsum k f + bigsum k g.
Proof. now rewrite bigsum_add, bigsum_mul. Qed.
Lemma bigsum_times k c f : bigsum k (fun i => f i * c) = bigsum k f * c.
Proof. rewrite Rmult_comm, <- bigsum_mul. apply bigsum_ext; intros; ring. Qed.
Lemma bigsum_none k f : (forall i, (i < k)%nat -> f i = 0) -> bigsum k f = 0.
Proof. intros h. rewrite <- (bigsum_zero k). now apply bigsum_ext. Qed.
Lemma bigsum_unit k c l : (l < k)%nat -> bigsum k (fun j => c j * unit_row j l) = c l.
Proof.
  intros h. rewrite <- (bigsum_delta k l c h). apply bigsum_ext; intros j _. unfold unit_row. rewrite Nat.eqb_sym.
  destruct (Nat.eqb j l); ring.
Qed.

(* ------------------------------------------------------------- functions of k rows that are linear and alternating *)

Notation of_rows k f := (forall a b, (forall i l, lt i k -> lt l k -> a i l = b i l) -> f a = f b).
Notation linear_in_rows k f := (forall a i c u v, lt i k ->
  f (with_row a i (fun l => c * u l + v l)) = c * f (with_row a i u) + f (with_row a i v)).
Notation none_for_neighbours k f :=
  (forall a i, lt (S i) k -> (forall l, lt l k -> a i l = a (S i) l) -> f a = 0).

Ltac rows same := apply same; intros; unfold with_row; compare; subst; try ring; try easy; try lia.

Lemma no_row k (f : matrix -> R) (linear : linear_in_rows k f) a i : (i < k)%nat -> f (with_row a i (fun _ => 0)) = 0.
Proof.
  intros h. pose proof (linear a i 1 (fun _ => 0) (fun _ => 0) h) as e. simpl in e.
  replace (fun _ : nat => 1 * 0 + 0) with (fun _ : nat => 0) in e; [lra|]. apply functional_extensionality; intros; ring.
Qed.
Lemma sum_of_rows k (f : matrix -> R) (linear : linear_in_rows k f) a i m c u : (i < k)%nat ->
  f (with_row a i (fun l => bigsum m (fun j => c j * u j l))) = bigsum m (fun j => c j * f (with_row a i (u j))).
Proof.
  intros h. induction m; simpl; [now apply (no_row k f linear)|]. rewrite <- IHm, Rplus_comm, <- linear by easy.
  f_equal; f_equal; apply functional_extensionality; intros; ring.
Qed.
Lemma by_row k (f : matrix -> R) (same : of_rows k f) (linear : linear_in_rows k f) a i : (i < k)%nat ->
  f a = bigsum k (fun j => a i j * f (with_row a i (unit_row j))).
Proof.
  intros h. rewrite <- (sum_of_rows k f linear) by easy. apply same; intros p l hp hl; unfold with_row; compare; subst; [|easy].
  now rewrite bigsum_unit.
Qed.

(* the rows that are neighbours have opposite signs when exchanged; so have any two, and equal rows give 0 *)
Definition two (a : matrix) i j u v : matrix := with_row (with_row a i u) j v.
Lemma opposite k (f : matrix -> R) (same : of_rows k f) (linear : linear_in_rows k f) a i j u v : (i < k)%nat -> (j < k)%nat -> i <> j ->
  (forall w, f (two a i j w w) = 0) -> f (two a i j u v) = - f (two a i j v u).
Proof.
  intros hi hj n z. unfold two in *.
  pose proof (z (fun l => 1 * u l + v l)) as e. rewrite linear in e by easy.
  assert (c : forall x, f (with_row (with_row a i (fun l => 1 * u l + v l)) j x)
    = f (with_row (with_row a i u) j x) + f (with_row (with_row a i v) j x)).
  { intros x. rewrite <- (Rmult_1_l (f (with_row (with_row a i u) j x))).
    transitivity (f (with_row (with_row a j x) i (fun l => 1 * u l + v l))); [rows same|]. rewrite linear by easy.
    f_equal; [f_equal|]; rows same. }
  rewrite !c in e. rewrite !z in e. lra.
Qed.
Lemma equal_rows_from k (f : matrix -> R) (same : of_rows k f) (linear : linear_in_rows k f)
  (adjacent : none_for_neighbours k f) d : forall a i, (S (i + d) < k)%nat -> (forall l, (l < k)%nat -> a i l = a (S (i + d)) l) -> f a = 0.
Proof.
  induction d; intros a i h e.
  - rewrite Nat.add_0_r in *. now apply adjacent with (i := i).
  - replace (f a) with (f (two a (S (i + d)) (S (i + S d)) (a (S (i + d))) (a (S (i + S d))))) by (unfold two; rows same).
    rewrite (opposite k f same linear); try lia.
    + rewrite (IHd _ i); [ring|lia|]. intros l hl. unfold two, with_row. compare; try lia. now apply e.
    + intros w. apply adjacent with (i := S (i + d)); [lia|]. intros l _. unfold two, with_row. compare; try lia; easy.
Qed.
Lemma equal_rows k (f : matrix -> R) (same : of_rows k f) (linear : linear_in_rows k f)
  (adjacent : none_for_neighbours k f) a i j : (i < k)%nat -> (j < k)%nat -> i <> j -> (forall l, (l < k)%nat -> a i l = a j l) -> f a = 0.
Proof.
  intros hi hj n e. destruct (Nat.lt_ge_cases i j).
  - apply (equal_rows_from k f same linear adjacent) with (i := i) (d := (j - S i)%nat); replace (S (i + (j - S i)))%nat with j by lia; easy.
  - apply (equal_rows_from k f same linear adjacent) with (i := j) (d := (i - S j)%nat); replace (S (j + (i - S j)))%nat with i by lia; [easy|].
    intros l hl; now rewrite e.
Qed.

(* ------------------------------------------------------------------------------------------- Laplace's expansion *)

Lemma skip_lt j l k : (l < k)%nat -> (skip j l < S k)%nat.
Proof. unfold skip; destruct (Nat.ltb_spec l j); lia. Qed.
Lemma laplace_same k : forall a b, (forall i l, (i < k)%nat -> (l < k)%nat -> a i l = b i l) -> laplace k a = laplace k b.
Proof.
  induction k; intros a b h; [easy|]. cbn [laplace]. apply bigsum_ext; intros j hj. rewrite h by lia. f_equal.
  apply IHk; intros; unfold minor; apply h; [lia|]. now apply skip_lt.
Qed.
Lemma laplace_linear k : forall a i c u v, (i < k)%nat ->
  laplace k (with_row a i (fun l => c * u l + v l)) = c * laplace k (with_row a i u) + laplace k (with_row a i v).
Proof.
  induction k; intros a i c u v h; [lia|]. cbn [laplace]. rewrite <- bigsum_lin. apply bigsum_ext; intros j hj.
  destruct i as [|i].
  - assert (r : forall w, with_row a 0 w 0%nat j = w j) by reflexivity. rewrite !r.
    assert (e : forall w, laplace k (minor j (with_row a 0 w)) = laplace k (minor j a)) by reflexivity.
    rewrite !e; ring.
  - assert (e : forall w, laplace k (minor j (with_row a (S i) w)) = laplace k (with_row (minor j a) i (fun l => w (skip j l)))).
    { intros w. apply laplace_same; intros p l hp hl. unfold minor, with_row; simpl. now destruct (Nat.eqb p i). }
    assert (r : forall w, with_row a (S i) w 0%nat j = a 0%nat j) by reflexivity. rewrite !r, !e, IHk by lia; ring.
Qed.
Lemma opposite_pairs n : forall F : nat -> nat -> R, (forall j l, (j <= l)%nat -> (l < n)%nat -> F j l = - F (S l) j) ->
  bigsum (S n) (fun j => bigsum n (F j)) = 0.
Proof.
  induction n; intros F h; [simpl; ring|].
  assert (e : bigsum (S n) (fun j => bigsum (S n) (F j)) = bigsum (S n) (fun j => 1 * bigsum n (F j) + F j n)).
  { apply bigsum_ext; intros; simpl; ring. }
  change (bigsum (S (S n)) (fun j => bigsum (S n) (F j)))
    with (bigsum (S n) (fun j => bigsum (S n) (F j)) + bigsum (S n) (F (S n))).
  rewrite e, bigsum_lin, IHn; [|intros; apply h; lia].
  replace (bigsum (S n) (F (S n))) with (bigsum (S n) (fun j => F j n * -1)); [rewrite bigsum_times; ring|].
  apply bigsum_ext; intros j hj. rewrite (h j n) by lia. ring.
Qed.
Lemma skip_skip j l x : (j <= l)%nat -> skip j (skip l x) = skip (S l) (skip j x).
Proof.
  intros h; unfold skip.
  repeat match goal with |- context [Nat.ltb ?a ?b] => destruct (Nat.ltb_spec a b) end; lia.
Qed.
Lemma laplace_adjacent k : forall a i, (S i < k)%nat -> (forall l, (l < k)%nat -> a i l = a (S i) l) -> laplace k a = 0.
Proof.
  induction k; intros a i h e; [lia|]. destruct i as [|i].
  - destruct k as [|k]; [lia|]. cbn [laplace].
    transitivity (bigsum (S (S k)) (fun j => bigsum (S k) (fun l =>
      (-1) ^ j * (-1) ^ l * (a 0%nat j * a 1%nat (skip j l)) * laplace k (minor l (minor j a))))).
    { apply bigsum_ext; intros j hj. rewrite Rmult_comm, <- bigsum_times. apply bigsum_ext; intros l hl. unfold minor at 1. ring. }
    apply opposite_pairs. intros j l hj hl.
    replace (skip j l) with (S l) by (unfold skip; destruct (Nat.ltb_spec l j); lia).
    replace (skip (S l) j) with j by (unfold skip; destruct (Nat.ltb_spec j (S l)); lia).
    rewrite !e by lia.
    replace (laplace k (minor l (minor j a))) with (laplace k (minor j (minor (S l) a))); [simpl; ring|].
    apply laplace_same; intros p x _ _. unfold minor. now rewrite (skip_skip j l x hj).
  - cbn [laplace]. apply bigsum_none; intros j hj. rewrite (IHk (minor j a) i); [ring|lia|].
    intros l hl. unfold minor. apply e. now apply skip_lt.
Qed.
Lemma laplace_unit k : laplace k (fun i j => unit_row i j) = 1.
Proof.
  induction k; [easy|]. cbn [laplace].
  transitivity (bigsum (S k) (fun j => laplace k (minor j (fun i l => unit_row i l)) * unit_row j 0)).
  - apply bigsum_ext; intros [|j] _; [change (unit_row 0 0) with 1; simpl; ring|].
    change (unit_row 0 (S j)) with 0; change (unit_row (S j) 0) with 0; ring.
  - rewrite (bigsum_unit (S k) (fun j => laplace k (minor j (fun i l => unit_row i l)))) by lia.
    transitivity (laplace k (fun i j => unit_row i j)); [reflexivity|exact IHk].
Qed.

(* ------------------------------------------------------------------------------------------------------- uniqueness *)

(* b with a first row that is 1 in column j and with 0 below it *)
Definition bordered (j : nat) (b : matrix) : matrix := fun i l =>
  match i with O => unit_row j l | S i' => if Nat.eqb l j then 0 else b i' (if Nat.ltb l j then l else pred l) end.

Lemma multiple_of_laplace k : forall f : matrix -> R,
  (forall a b, (forall i l, (i < k)%nat -> (l < k)%nat -> a i l = b i l) -> f a = f b) ->
  (forall a i c u v, (i < k)%nat ->
    f (with_row a i (fun l => c * u l + v l)) = c * f (with_row a i u) + f (with_row a i v)) ->
  (forall a i j, (i < k)%nat -> (j < k)%nat -> i <> j -> (forall l, (l < k)%nat -> a i l = a j l) -> f a = 0) ->
  forall a, f a = laplace k a * f (fun i j => unit_row i j).
Proof.
  induction k; intros f same linear equal a.
  - simpl. rewrite Rmult_1_l. apply same; lia.
  - rewrite (by_row (S k) f same linear a 0) by lia. cbn [laplace]. rewrite <- bigsum_times. apply bigsum_ext; intros j hj.
    assert (g : f (bordered j (minor j a)) = laplace k (minor j a) * f (bordered j (fun i l => unit_row i l))).
    { apply (IHk (fun b => f (bordered j b))).
      - intros b c h. apply same; intros [|i] l hi hl; simpl; [easy|]. destruct (Nat.eqb_spec l j); [easy|].
        apply h; [lia|]. destruct (Nat.ltb_spec l j); lia.
      - intros b i c u v hi. set (w := fun (x : nat -> R) l => if Nat.eqb l j then 0 else x (if Nat.ltb l j then l else pred l)).
        assert (e : forall x, f (bordered j (with_row b i x)) = f (with_row (bordered j b) (S i) (w x))).
        { intros x. apply same; intros [|p] l hp hl; unfold with_row, w; simpl; [easy|]. now destruct (Nat.eqb p i). }
        rewrite !e, <- linear by lia. apply same; intros p l _ _; unfold with_row, w. destruct (Nat.eqb p (S i)); [|easy].
        destruct (Nat.eqb l j); [ring|easy].
      - intros b i p hi hp n h. apply (equal _ (S i) (S p)); try lia. intros l hl; simpl. destruct (Nat.eqb_spec l j); [easy|].
        apply h. destruct (Nat.ltb_spec l j); lia. }
    assert (s : forall m, (m < S k)%nat -> f (bordered m (fun i l => unit_row i l)) = (-1) ^ m * f (fun i l => unit_row i l)).
    { induction m; intros hm.
      - simpl. rewrite Rmult_1_l. apply same; intros [|i] [|l] hi hl; unfold unit_row; simpl; easy.
      - transitivity (- f (bordered m (fun i l => unit_row i l))); [|rewrite IHm by lia; simpl; ring].
        set (b := bordered m (fun i l => unit_row i l)).
        replace (f b) with (f (two b 0 (S m) (b 0%nat) (b (S m)))).
        + rewrite (opposite (S k) f same linear b 0 (S m)); try lia.
          * rewrite Ropp_involutive. apply same; intros i l hi hl. unfold two, with_row, b.
            destruct i as [|i]; unfold bordered, unit_row; simpl;
            repeat match goal with
              | |- context [Nat.ltb ?x ?y] => destruct (Nat.ltb_spec x y)
              | |- context [Nat.eqb ?x ?y] => destruct (Nat.eqb_spec x y)
            end; try reflexivity; try lia.
          * intros w. apply (equal _ 0%nat (S m)); try lia. intros; unfold two, with_row; simpl. now rewrite Nat.eqb_refl.
        + apply same; intros; unfold two, with_row; compare; subst; easy. }
    rewrite s in g by easy.
    (* 1 in the first row makes 0 of what is below it *)
    assert (c : forall m, (m <= k)%nat -> f (with_row a 0 (unit_row j))
      = f (fun i l => if Nat.leb i m then bordered j (minor j a) i l else a i l)).
    { induction m; intros hm.
      - apply same; intros [|i] l _ _; reflexivity.
      - rewrite IHm by lia.
        set (b := fun i l => if Nat.leb i m then bordered j (minor j a) i l else a i l).
        pose proof (linear b (S m) (- a (S m) j) (unit_row j) (b (S m)) ltac:(lia)) as e.
        assert (z : f (with_row b (S m) (unit_row j)) = 0).
        { apply (equal _ 0%nat (S m)); try lia. intros; unfold with_row, b; simpl. now rewrite Nat.eqb_refl. }
        rewrite z, Rmult_0_r, Rplus_0_l in e.
        transitivity (f (with_row b (S m) (b (S m)))); [apply same; intros; unfold with_row; compare; subst; easy|].
        rewrite <- e. apply same; intros i l hi hl. unfold with_row, b.
        destruct (Nat.eqb_spec i (S m)) as [->|d].
        + rewrite (proj2 (Nat.leb_gt (S m) m)) by lia. rewrite Nat.leb_refl. unfold unit_row, bordered, minor, skip.
          destruct (Nat.eqb_spec l j) as [->|n]; [ring|].
          destruct (Nat.ltb_spec l j); [destruct (Nat.ltb_spec l j); [ring|lia]|].
          destruct l as [|l]; [lia|]; simpl Nat.pred. destruct (Nat.ltb_spec l j); [lia|ring].
        + destruct (Nat.leb_spec i m), (Nat.leb_spec i (S m)); try lia; easy. }
    rewrite (c k) by lia.
    replace (f (fun i l => if Nat.leb i k then bordered j (minor j a) i l else a i l)) with (f (bordered j (minor j a))).
    + rewrite g; ring.
    + apply same; intros i l hi _. now rewrite (proj2 (Nat.leb_le i k)) by lia.
Qed.

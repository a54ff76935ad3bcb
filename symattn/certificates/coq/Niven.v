(* The number pi is irrational, by Niven's proof: A simple proof that pi is irrational, Bulletin of the AMS 53 (1947).

   For pi = p/q let f be x^n (p - q x)^n, and F = f - f'' + f'''' - .... Then F' sin - F cos has the derivative f sin, so
   2 F(0) = F(0) + F(pi) is f(c) sin(c) pi for some c between 0 and pi, by the mean value theorem. That is positive, at
   most pi (pi p)^n, and a multiple of n!; for large n there is no such number. Polynomials are lists of integers. *)
From Coq Require Import Reals Lra Lia ZArith.
From Coq Require List.
Import List.ListNotations.
Local Open Scope list_scope.
Open Scope R_scope.

Fixpoint ev (l : list Z) (x : R) : R := match l with [] => 0 | a :: r => IZR a + x * ev r x end.
Fixpoint padd (l m : list Z) : list Z :=
  match l, m with [], _ => m | _, [] => l | a :: r, b :: s => (a + b)%Z :: padd r s end.
Definition pscale (c : Z) (l : list Z) : list Z := List.map (Z.mul c) l.
Fixpoint pd (l : list Z) : list Z :=
  match l with [] => [] | a :: r => match r with [] => [] | _ => padd r (0%Z :: pd r) end end.

Lemma ev_add l : forall m x, ev (padd l m) x = ev l x + ev m x.
Proof. induction l as [|a r IH]; intros [|b s] x; simpl; try ring. rewrite IH, plus_IZR; ring. Qed.
Lemma ev_scale c l x : ev (pscale c l) x = IZR c * ev l x.
Proof. unfold pscale; induction l as [|a r IH]; [simpl; ring|]. cbn [List.map ev]. rewrite IH, mult_IZR; ring. Qed.
Lemma ev_pd a r x : ev (pd (a :: r)) x = ev r x + x * ev (pd r) x.
Proof. destruct r as [|b s]; [simpl; ring|]. change (pd (a :: b :: s)) with (padd (b :: s) (0%Z :: pd (b :: s))).
  rewrite ev_add. change (ev (0%Z :: pd (b :: s)) x) with (0 + x * ev (pd (b :: s)) x). ring. Qed.
Lemma ev_derivable l : forall x, derivable_pt_lim (ev l) x (ev (pd l) x).
Proof.
  induction l as [|a r IH]; intros x; [apply derivable_pt_lim_const|].
  rewrite ev_pd. replace (ev r x + x * ev (pd r) x) with (0 + (1 * ev r x + id x * ev (pd r) x)) by (unfold id; ring).
  apply (derivable_pt_lim_plus (fct_cte (IZR a)) (mult_fct id (ev r))); [apply derivable_pt_lim_const|].
  apply derivable_pt_lim_mult; [apply derivable_pt_lim_id|apply IH].
Qed.
Lemma pd_ext l m : (forall x, ev l x = ev m x) -> forall x, ev (pd l) x = ev (pd m) x.
Proof.
  intros h x. apply (uniqueness_limite (ev l) x); [apply ev_derivable|].
  apply derivable_pt_lim_ext with (f := ev m); [now intros z|apply ev_derivable].
Qed.
Lemma pd_add l m x : ev (pd (padd l m)) x = ev (pd l) x + ev (pd m) x.
Proof.
  apply (uniqueness_limite (ev (padd l m)) x); [apply ev_derivable|].
  apply derivable_pt_lim_ext with (f := plus_fct (ev l) (ev m)); [intros z; symmetry; apply ev_add|].
  apply derivable_pt_lim_plus; apply ev_derivable.
Qed.
Lemma pd_scale c l x : ev (pd (pscale c l)) x = IZR c * ev (pd l) x.
Proof.
  apply (uniqueness_limite (ev (pscale c l)) x); [apply ev_derivable|].
  apply derivable_pt_lim_ext with (f := mult_real_fct (IZR c) (ev l)); [intros z; symmetry; apply ev_scale|].
  apply derivable_pt_lim_scal, ev_derivable.
Qed.
Lemma length_padd l : forall m, length (padd l m) = Nat.max (length l) (length m).
Proof. induction l as [|a r IH]; intros [|b s]; simpl; auto. Qed.
Lemma length_pd l : (length (pd l) <= Nat.pred (length l))%nat.
Proof.
  induction l as [|a r IH]; [easy|]. destruct r as [|b s]; [easy|].
  change (pd (a :: b :: s)) with (padd (b :: s) (0%Z :: pd (b :: s))). rewrite length_padd.
  simpl in IH |- *. lia.
Qed.

(* the k-th derivative, and x^n times a polynomial *)
Fixpoint pdn (k : nat) (l : list Z) : list Z := match k with O => l | S k' => pdn k' (pd l) end.
Fixpoint shifted (n : nat) (m : list Z) : list Z := match n with O => m | S n' => 0%Z :: shifted n' m end.
Lemma pdn_ext k : forall l m, (forall x, ev l x = ev m x) -> forall x, ev (pdn k l) x = ev (pdn k m) x.
Proof. induction k as [|k IH]; intros l m h; [exact h|]. apply IH, pd_ext, h. Qed.
Lemma pdn_add k : forall l m x, ev (pdn k (padd l m)) x = ev (pdn k l) x + ev (pdn k m) x.
Proof.
  induction k as [|k IH]; intros l m x; [apply ev_add|]. simpl. rewrite <- IH.
  apply pdn_ext. intros z. now rewrite pd_add, ev_add.
Qed.
Lemma pdn_scale k : forall c l x, ev (pdn k (pscale c l)) x = IZR c * ev (pdn k l) x.
Proof.
  induction k as [|k IH]; intros c l x; [apply ev_scale|]. simpl. rewrite <- IH.
  apply pdn_ext. intros z. now rewrite pd_scale, ev_scale.
Qed.
Lemma ev_shifted n m x : ev (shifted n m) x = x ^ n * ev m x.
Proof. induction n as [|n IH]; simpl; [ring|]. rewrite IH; ring. Qed.
Lemma pd_shifted n m x :
  ev (pd (shifted (S n) m)) x = ev (padd (pscale (Z.of_nat (S n)) (shifted n m)) (shifted (S n) (pd m))) x.
Proof.
  rewrite ev_add, ev_scale, <- INR_IZR_INZ. induction n as [|n IH].
  - simpl shifted. rewrite ev_pd. simpl. ring.
  - change (shifted (S (S n)) m) with (0%Z :: shifted (S n) m). rewrite ev_pd, IH.
    change (shifted (S (S n)) (pd m)) with (0%Z :: shifted (S n) (pd m)).
    change (shifted (S n) m) with (0%Z :: shifted n m). simpl ev. rewrite (S_INR (S n)). ring.
Qed.
Definition multiple (n : nat) (x : R) : Prop := exists z : Z, x = INR (fact n) * IZR z.
Lemma multiple_sum n x y c : multiple n x -> multiple n y -> multiple n (x + IZR c * y).
Proof. intros [a ->] [b ->]. exists (a + c * b)%Z. rewrite plus_IZR, mult_IZR; ring. Qed.
Lemma multiple_derivatives n : forall k m, multiple n (ev (pdn k (shifted n m)) 0).
Proof.
  induction n as [|n IHn].
  - intros k m. simpl shifted. exists (match pdn k m with [] => 0%Z | a :: _ => a end).
    destruct (pdn k m); simpl; ring.
  - induction k as [|k IHk]; intros m; [exists 0%Z; simpl; ring|].
    simpl pdn. rewrite (pdn_ext k _ _ (pd_shifted n m)), pdn_add, pdn_scale, <- INR_IZR_INZ.
    destruct (IHn k m) as [a ->], (IHk (pd m)) as [b e].
    change (ev (pdn k (shifted (S n) (pd m))) 0 = INR (fact (S n)) * IZR b) in e. rewrite e.
    exists (a + b)%Z. rewrite plus_IZR. change (fact (S n)) with (S n * fact n)%nat. rewrite mult_INR. ring.
Qed.

(* F = f - f'' + f'''' - ... *)
Fixpoint pf (k : nat) (l : list Z) : list Z :=
  match k with O => [] | S k' => padd l (pscale (-1) (pf k' (pd (pd l)))) end.
Lemma pf_equation k : forall l, (length l <= 2 * k)%nat -> forall x, ev (pd (pd (pf k l))) x + ev (pf k l) x = ev l x.
Proof.
  induction k as [|k IH]; intros l h x.
  - destruct l; simpl in h; [simpl; ring|lia].
  - assert (d : (length (pd (pd l)) <= 2 * k)%nat) by (pose proof (length_pd l); pose proof (length_pd (pd l)); lia).
    specialize (IH (pd (pd l)) d x). simpl pf. rewrite ev_add, ev_scale.
    rewrite (pd_ext (pd (padd l (pscale (-1) (pf k (pd (pd l)))))) (padd (pd l) (pscale (-1) (pd (pf k (pd (pd l))))))).
    + rewrite pd_add, pd_scale. lra.
    + intros z. now rewrite pd_add, pd_scale, ev_add, ev_scale.
Qed.
Lemma pf_multiple n k : forall l, (forall j, multiple n (ev (pdn j l) 0)) -> multiple n (ev (pf k l) 0).
Proof.
  induction k as [|k IH]; intros l h; [exists 0%Z; simpl; ring|].
  simpl pf. rewrite ev_add, ev_scale. apply multiple_sum; [exact (h 0%nat)|].
  apply IH. intros j. exact (h (S (S j))).
Qed.
Lemma symmetric_pd s l c :
  (forall x, ev l x = IZR c * ev l (s - x)) -> forall x, ev (pd l) x = IZR (- c) * ev (pd l) (s - x).
Proof.
  intros h x. apply (uniqueness_limite (ev l) x); [apply ev_derivable|].
  apply derivable_pt_lim_ext with (f := mult_real_fct (IZR c) (comp (ev l) (minus_fct (fct_cte s) id))).
  - intros z; unfold mult_real_fct, comp, minus_fct, fct_cte, id; now rewrite <- h.
  - replace (IZR (- c) * ev (pd l) (s - x)) with (IZR c * (ev (pd l) (s - x) * (0 - 1))) by (rewrite opp_IZR; ring).
    apply derivable_pt_lim_scal, derivable_pt_lim_comp; [|apply ev_derivable].
    apply derivable_pt_lim_minus; [apply derivable_pt_lim_const|apply derivable_pt_lim_id].
Qed.
Lemma pf_symmetric s k :
  forall l, (forall x, ev l x = IZR 1 * ev l (s - x)) -> forall x, ev (pf k l) x = ev (pf k l) (s - x).
Proof.
  induction k as [|k IH]; intros l h x; [easy|]. simpl pf. rewrite !ev_add, !ev_scale, (h x).
  rewrite (IH (pd (pd l))); [ring|]. intros y. exact (symmetric_pd s (pd l) (-1) (symmetric_pd s l 1 h) y).
Qed.

Section Quotient.
Variables (p q : Z) (hq : (0 < q)%Z) (e : PI * IZR q = IZR p).
Fixpoint factor (n : nat) : list Z :=
  match n with O => [1%Z] | S n' => padd (pscale p (factor n')) (0%Z :: pscale (- q) (factor n')) end.
Lemma ev_factor n x : ev (factor n) x = (IZR p - IZR q * x) ^ n.
Proof. induction n as [|n IH]; simpl; [ring|]. rewrite ev_add. simpl ev. rewrite !ev_scale, IH, opp_IZR. ring. Qed.
Lemma value n x : ev (shifted n (factor n)) x = (x * (IZR p - IZR q * x)) ^ n.
Proof. now rewrite ev_shifted, ev_factor, Rpow_mult_distr. Qed.
Lemma small n : 2 * INR (fact n) <= PI * (PI * IZR p) ^ n.
Proof.
  set (l := shifted n (factor n)). set (k := length l). set (F := pf k l).
  assert (m : multiple n (ev F 0)) by (apply pf_multiple; intros j; apply multiple_derivatives).
  assert (s : ev F PI = ev F 0).
  { replace (ev F 0) with (ev F (PI - PI)) by (f_equal; ring). apply pf_symmetric. intros x. unfold l. rewrite !value.
    replace (IZR p - IZR q * (PI - x)) with (IZR q * x) by (rewrite <- e; ring). rewrite <- e.
    replace ((PI - x) * (IZR q * x)) with (x * (PI * IZR q - IZR q * x)) by ring. ring. }
  assert (d : forall x, derivable_pt_lim (fun x => ev (pd F) x * sin x - ev F x * cos x) x (ev l x * sin x)).
  { intros x. assert (h : ev (pd (pd F)) x + ev F x = ev l x) by (apply pf_equation; unfold k; lia).
    replace (ev l x * sin x) with
      ((ev (pd (pd F)) x * sin x + ev (pd F) x * cos x) - (ev (pd F) x * cos x + ev F x * - sin x))
      by (rewrite <- h; ring).
    apply (derivable_pt_lim_minus (mult_fct (ev (pd F)) sin) (mult_fct (ev F) cos));
      apply derivable_pt_lim_mult; try apply ev_derivable; [apply derivable_pt_lim_sin|apply derivable_pt_lim_cos]. }
  destruct (MVT_cor2 _ _ 0 PI PI_RGT_0 (fun c _ => d c)) as [c [v [c0 c1]]].
  rewrite sin_PI, cos_PI, sin_0, cos_0, s in v.
  assert (q0 : 0 < IZR q) by now apply IZR_lt.
  assert (f0 : 0 < c * (IZR p - IZR q * c)).
  { apply Rmult_lt_0_compat; [easy|]. rewrite <- e. replace (PI * IZR q - IZR q * c) with (IZR q * (PI - c)) by ring.
    apply Rmult_lt_0_compat; lra. }
  assert (f1 : c * (IZR p - IZR q * c) <= PI * IZR p).
  { apply Rmult_le_compat; try lra; rewrite <- e.
    - replace (PI * IZR q - IZR q * c) with (IZR q * (PI - c)) by ring. apply Rmult_le_pos; lra.
    - assert (0 <= IZR q * c) by (apply Rmult_le_pos; lra). lra. }
  assert (g0 : 0 < ev l c) by (unfold l; rewrite value; now apply pow_lt).
  assert (g1 : ev l c <= (PI * IZR p) ^ n) by (unfold l; rewrite value; apply pow_incr; lra).
  assert (s0 : 0 < sin c) by now apply sin_gt_0. assert (s1 : sin c <= 1) by apply SIN_bound.
  assert (t0 : 0 < ev l c * sin c) by now apply Rmult_lt_0_compat.
  assert (t1 : ev l c * sin c <= (PI * IZR p) ^ n * 1) by (apply Rmult_le_compat; lra).
  destruct m as [z hz]. rewrite hz in v. pose proof PI_RGT_0 as pi0.
  pose proof (lt_O_fact n) as n0. apply lt_INR in n0. simpl in n0.
  assert (w : 0 < INR (fact n) * IZR z) by (assert (0 < ev l c * sin c * PI) by (now apply Rmult_lt_0_compat); lra).
  assert (z0 : 0 < IZR z) by (apply Rmult_lt_reg_l with (INR (fact n)); lra).
  apply lt_IZR in z0. assert (z1 : 1 <= IZR z) by (apply IZR_le; lia).
  assert (b : INR (fact n) * 1 <= INR (fact n) * IZR z) by (apply Rmult_le_compat_l; lra).
  assert (u : ev l c * sin c * PI <= (PI * IZR p) ^ n * PI) by (apply Rmult_le_compat_r; lra).
  lra.
Qed.
Lemma no_quotient : False.
Proof.
  destruct (cv_speed_pow_fact (PI * IZR p) (/ PI)) as [n h]; [apply Rinv_0_lt_compat, PI_RGT_0|].
  specialize (h n (le_n n)). unfold R_dist in h. rewrite Rminus_0_r in h.
  apply Rle_lt_trans with (r1 := (PI * IZR p) ^ n / INR (fact n)) in h; [|apply Rle_abs].
  pose proof (small n) as s. pose proof PI_RGT_0 as pi0. pose proof (lt_O_fact n) as n0. apply lt_INR in n0. simpl in n0.
  apply Rmult_lt_compat_l with (r := PI) in h; [|easy]. rewrite Rinv_r in h by lra.
  apply Rmult_lt_compat_r with (r := INR (fact n)) in h; [|easy].
  replace (PI * ((PI * IZR p) ^ n / INR (fact n)) * INR (fact n)) with (PI * (PI * IZR p) ^ n) in h by (field; lra).
  lra.
Qed.
End Quotient.

Lemma pi_is_no_quotient (p q : Z) : PI * IZR q = IZR p -> q = 0%Z.
Proof.
  intros e. destruct (Z.lt_trichotomy q 0) as [h|[h|h]]; [|easy|].
  - destruct (no_quotient (- p) (- q)); [lia|]. rewrite !opp_IZR, <- e. ring.
  - destruct (no_quotient p q h e).
Qed.

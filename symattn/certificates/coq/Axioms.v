(* Every axiom of symattn's kernel, proved from Coq's standard library. The statements are in Statements.v; that pi is
   irrational is proved in Niven.v, and
   what a determinant is in Determinants.v. *)
From symattn Require Import Niven Prelude Determinants Statements.
From Coq Require Import Lra Lia Psatz FunctionalExtensionality.
Open Scope R_scope.

(* finite sums *)
Lemma bigsum_split m k f : bigsum (m + k) f = bigsum m f + bigsum k (fun j => f (m + j)%nat).
Proof.
  induction k; simpl; [rewrite Nat.add_0_r; ring|]. rewrite Nat.add_succ_r; simpl; rewrite IHk; ring.
Qed.
Lemma bigsum_pair m n f : bigsum (m * n) f = bigsum m (fun i => bigsum n (fun j => f (n * i + j)%nat)).
Proof.
  induction m; [easy|]. cbn [bigsum]. rewrite <- IHm.
  replace (S m * n)%nat with (m * n + n)%nat by ring. rewrite bigsum_split. f_equal.
  apply bigsum_ext; intros j _; f_equal; ring.
Qed.
Lemma bigsum_nonneg k f : (forall i, (i < k)%nat -> 0 <= f i) -> 0 <= bigsum k f.
Proof. induction k; simpl; intros h; [lra|]. assert (0 <= f k) by (apply h; lia). assert (0 <= bigsum k f) by (apply IHk; intros; apply h; lia). lra. Qed.
Lemma sum_ext n (f g : Fin n -> R) : (forall i, f i = g i) -> sum f = sum g.
Proof. intros h; apply bigsum_ext; intros i _; apply h. Qed.
Lemma sum_swap_ m n (f : Fin m -> Fin n -> R) : sum (fun i => sum (fun j => f i j)) = sum (fun j => sum (fun i => f i j)).
Proof. unfold sum; apply bigsum_swap. Qed.
Lemma ind_eq n (i j : Fin n) : ind (@eqb (Fin n) i j) = if Nat.eqb (val i) (val j) then 1 else 0.
Proof.
  unfold ind. destruct (Nat.eqb (val i) (val j)) eqn:e.
  - apply Nat.eqb_eq, val_inj in e. apply EQI in e. unfold is_true in e. now rewrite e.
  - destruct (@eqb (Fin n) i j) eqn:d; [|easy]. exfalso. apply Nat.eqb_neq in e. apply e.
    assert (k : is_true (@eqb (Fin n) i j)) by exact d. apply EQE in k. now subst.
Qed.
Lemma sum_delta_ n (f : Fin n -> R) i : sum (fun j => ind (@eqb (Fin n) j i) * f j) = f i.
Proof.
  unfold sum. transitivity (f (fin n (val i))); [|now rewrite fin_val].
  rewrite <- (@bigsum_delta (Pos.to_nat n) (val i) (fun k => f (fin n k)) (val_lt i)).
  apply bigsum_ext; intros k hk. rewrite ind_eq, val_fin by easy. destruct Nat.eqb; ring.
Qed.
Lemma sum_mul_ n c (f : Fin n -> R) : sum (fun i => c * f i) = c * sum f.
Proof. apply bigsum_mul. Qed.
Lemma sum_reindex_ m n (f : Fin n -> R) (s : Fin m -> Fin n) (t : Fin n -> Fin m) :
  (forall i, t (s i) = i) -> (forall j, s (t j) = j) -> sum f = sum (fun i => f (s i)).
Proof.
  intros h k.
  transitivity (sum (fun j => sum (fun i => ind (@eqb (Fin m) i (t j)) * f j))).
  { apply sum_ext; intros j. symmetry. exact (@sum_delta_ m (fun _ => f j) (t j)). }
  rewrite sum_swap_. apply sum_ext; intros i.
  rewrite <- (@sum_delta_ n f (s i)). apply sum_ext; intros j. f_equal. rewrite !ind_eq.
  destruct (Nat.eqb (val i) (val (t j))) eqn:e, (Nat.eqb (val j) (val (s i))) eqn:d; try easy; exfalso.
  - apply Nat.eqb_eq, val_inj in e; apply Nat.eqb_neq in d; apply d; subst; now rewrite k.
  - apply Nat.eqb_eq, val_inj in d; apply Nat.eqb_neq in e; apply e; subst; now rewrite h.
Qed.
Lemma card_add m k : INR (Pos.to_nat (m + k)) = INR (Pos.to_nat m) + INR (Pos.to_nat k).
Proof. now rewrite Pos2Nat.inj_add, plus_INR. Qed.
Lemma ind_TT : ind TT = 1. Proof. now rewrite TT_eq. Qed.
Lemma ind_FF : ind FF = 0. Proof. now rewrite FF_eq. Qed.
Lemma if_ltb_l (A : Type) a b (x y : A) : (a < b)%nat -> (if Nat.ltb a b then x else y) = x.
Proof. intros h; apply Nat.ltb_lt in h; now rewrite h. Qed.
Lemma if_ltb_r (A : Type) a b (x y : A) : (b <= a)%nat -> (if Nat.ltb a b then x else y) = y.
Proof. intros h; apply Nat.ltb_ge in h; now rewrite h. Qed.
Ltac sizes := repeat match goal with p : positive |- _ => match goal with _ : (0 < Pos.to_nat p)%nat |- _ => fail 1 | _ => pose proof (Pos2Nat.is_pos p) end end.
Ltac vals := repeat match goal with i : Fin _ |- _ => match goal with _ : (val i < _)%nat |- _ => fail 1 | _ => pose proof (val_lt i) end end; sizes.

Lemma ax_bool_cases : is_true (S_bool_cases).
Proof.
  apply of_bool_cases; unfold P_bool_cases. intros P h k [|]; [fold TT in h; rewrite TT_eq in h; exact h|]. change (is_true (P FF)) in k; rewrite FF_eq in k; exact k.
Qed.
Lemma ax_ind_true : is_true (S_ind_true).
Proof.
  apply of_ind_true; unfold P_ind_true. exact ind_TT.
Qed.
Lemma ax_ind_false : is_true (S_ind_false).
Proof.
  apply of_ind_false; unfold P_ind_false. exact ind_FF.
Qed.
Lemma ax_nat_induction : is_true (S_nat_induction).
Proof.
  apply of_nat_induction; unfold P_nat_induction. intros P h k n; induction n; auto.
Qed.
Lemma ax_nadd_zero : is_true (S_nadd_zero).
Proof.
  apply of_nadd_zero; unfold P_nadd_zero. easy.
Qed.
Lemma ax_nadd_suc : is_true (S_nadd_suc).
Proof.
  apply of_nadd_suc; unfold P_nadd_suc. easy.
Qed.
Lemma ax_iterate_zero (z_m z_n : size) : is_true (S_iterate_zero z_m z_n).
Proof.
  apply of_iterate_zero; unfold P_iterate_zero. easy.
Qed.
Lemma ax_iterate_suc (z_m z_n : size) : is_true (S_iterate_suc z_m z_n).
Proof.
  apply of_iterate_suc; unfold P_iterate_suc. easy.
Qed.
Lemma ax_real_zero : is_true (S_real_zero).
Proof.
  apply of_real_zero; unfold P_real_zero. easy.
Qed.
Lemma ax_real_suc : is_true (S_real_suc).
Proof.
  apply of_real_suc; unfold P_real_suc. intros n; apply S_INR.
Qed.
Lemma ax_le_total : is_true (S_le_total).
Proof.
  apply of_le_total; unfold P_le_total. intros x y h; lra.
Qed.
Lemma ax_le_antisym : is_true (S_le_antisym).
Proof.
  apply of_le_antisym; unfold P_le_antisym. intros x y; apply Rle_antisym.
Qed.
Lemma ax_le_trans : is_true (S_le_trans).
Proof.
  apply of_le_trans; unfold P_le_trans. intros x y z; apply Rle_trans.
Qed.
Lemma ax_le_add : is_true (S_le_add).
Proof.
  apply of_le_add; unfold P_le_add. intros x y z; lra.
Qed.
Lemma ax_le_mul : is_true (S_le_mul).
Proof.
  apply of_le_mul; unfold P_le_mul. intros x y; apply Rmult_le_pos.
Qed.
Lemma ax_zero_lt_one : is_true (S_zero_lt_one).
Proof.
  apply of_zero_lt_one; unfold P_zero_lt_one. lra.
Qed.
Lemma ax_inv_zero : is_true (S_inv_zero).
Proof.
  apply of_inv_zero; unfold P_inv_zero. apply Rinv_0.
Qed.
Lemma ax_inv_mul : is_true (S_inv_mul).
Proof.
  apply of_inv_mul; unfold P_inv_mul. intros x h; now apply Rinv_r.
Qed.
Lemma ax_sqrt_nonneg : is_true (S_sqrt_nonneg).
Proof.
  apply of_sqrt_nonneg; unfold P_sqrt_nonneg. intros x _; apply sqrt_pos.
Qed.
Lemma ax_sqrt_square : is_true (S_sqrt_square).
Proof.
  apply of_sqrt_square; unfold P_sqrt_square. intros x; apply sqrt_sqrt.
Qed.
Lemma ax_exp_zero : is_true (S_exp_zero).
Proof.
  apply of_exp_zero; unfold P_exp_zero. apply exp_0.
Qed.
Lemma ax_exp_add : is_true (S_exp_add).
Proof.
  apply of_exp_add; unfold P_exp_add. intros x y; apply exp_plus.
Qed.
Lemma ax_exp_pos : is_true (S_exp_pos).
Proof.
  apply of_exp_pos; unfold P_exp_pos. intros x; apply exp_pos.
Qed.
Lemma ax_exp_log : is_true (S_exp_log).
Proof.
  apply of_exp_log; unfold P_exp_log. intros x; apply exp_ln.
Qed.
Lemma ax_log_exp : is_true (S_log_exp).
Proof.
  apply of_log_exp; unfold P_log_exp. intros x; apply ln_exp.
Qed.
Lemma ax_sin_zero : is_true (S_sin_zero).
Proof.
  apply of_sin_zero; unfold P_sin_zero. apply sin_0.
Qed.
Lemma ax_cos_zero : is_true (S_cos_zero).
Proof.
  apply of_cos_zero; unfold P_cos_zero. apply cos_0.
Qed.
Lemma ax_sin_neg : is_true (S_sin_neg).
Proof.
  apply of_sin_neg; unfold P_sin_neg. intros x; replace (-1 * x) with (- x) by ring; rewrite sin_neg; ring.
Qed.
Lemma ax_cos_neg : is_true (S_cos_neg).
Proof.
  apply of_cos_neg; unfold P_cos_neg. intros x; replace (-1 * x) with (- x) by ring; apply cos_neg.
Qed.
Lemma ax_sin_add : is_true (S_sin_add).
Proof.
  apply of_sin_add; unfold P_sin_add. intros x y; rewrite sin_plus; ring.
Qed.
Lemma ax_cos_add : is_true (S_cos_add).
Proof.
  apply of_cos_add; unfold P_cos_add. intros x y; rewrite cos_plus; ring.
Qed.
Lemma ax_pi_pos : is_true (S_pi_pos).
Proof.
  apply of_pi_pos; unfold P_pi_pos. apply PI_RGT_0.
Qed.
Lemma ax_cos_pi : is_true (S_cos_pi).
Proof.
  apply of_cos_pi; unfold P_cos_pi. rewrite cos_PI; lra.
Qed.
Lemma ax_cos_one : is_true (S_cos_one).
Proof.
  apply of_cos_one; unfold P_cos_one. intros x p h k l.
  assert (s : sin (x / 2) = 0).
  { assert (e : cos x = 1 - 2 * sin (x / 2) * sin (x / 2)) by (rewrite <- cos_2a_sin; f_equal; field).
    assert (q : sin (x / 2) * sin (x / 2) = 0) by (rewrite h in e; lra). now apply Rmult_integral in q as [q|q]. }
  apply sin_eq_0_0 in s as [z hz]. destruct (Z_le_gt_dec 0 z) as [g|g].
  - apply (k (Z.to_nat z)). unfold nreal. rewrite INR_IZR_INZ, Z2Nat.id by easy. lra.
  - apply (l (Z.to_nat (- z))). unfold nreal. rewrite INR_IZR_INZ, Z2Nat.id, opp_IZR by lia. lra.
Qed.
Lemma ax_size_one : is_true (S_size_one).
Proof.
  apply of_size_one; unfold P_size_one. unfold card; now rewrite Pos2Nat.inj_1.
Qed.
Lemma ax_size_add (z_m z_n p0 : size) (e0 : p0 = (z_m + z_n)%positive) : is_true (S_size_add z_m z_n p0).
Proof.
  apply of_size_add; unfold P_size_add. unfold card; subst; apply card_add.
Qed.
Lemma ax_size_mul (z_m z_n p0 : size) (e0 : p0 = (z_m * z_n)%positive) : is_true (S_size_mul z_m z_n p0).
Proof.
  apply of_size_mul; unfold P_size_mul. unfold card; subst; now rewrite Pos2Nat.inj_mul, mult_INR.
Qed.
Lemma ax_size_pos (z_n : size) : is_true (S_size_pos z_n).
Proof.
  apply of_size_pos; unfold P_size_pos. unfold card; apply lt_0_INR, Pos2Nat.is_pos.
Qed.
Lemma ax_sum_const (z_n : size) : is_true (S_sum_const z_n).
Proof.
  apply of_sum_const; unfold P_sum_const. apply bigsum_const.
Qed.
Lemma ax_sum_add (z_n : size) : is_true (S_sum_add z_n).
Proof.
  apply of_sum_add; unfold P_sum_add. intros f g; apply bigsum_add.
Qed.
Lemma ax_sum_mul (z_n : size) : is_true (S_sum_mul z_n).
Proof.
  apply of_sum_mul; unfold P_sum_mul. intros c f; apply bigsum_mul.
Qed.
Lemma ax_sum_swap (z_m z_n : size) : is_true (S_sum_swap z_m z_n).
Proof.
  apply of_sum_swap; unfold P_sum_swap. intros f; apply sum_swap_.
Qed.
Lemma ax_sum_delta (z_n : size) : is_true (S_sum_delta z_n).
Proof.
  apply of_sum_delta; unfold P_sum_delta. intros f i; apply sum_delta_.
Qed.
Lemma ax_sum_reindex (z_m z_n : size) : is_true (S_sum_reindex z_m z_n).
Proof.
  apply of_sum_reindex; unfold P_sum_reindex. intros f s t; apply sum_reindex_.
Qed.
Lemma ax_sum_split (z_k z_m p0 : size) (e0 : p0 = (z_k + z_m)%positive) : is_true (S_sum_split z_k z_m p0).
Proof.
  apply of_sum_split; unfold P_sum_split. rewrite (Pos.add_comm z_k z_m) in e0. intros f; subst; unfold sum, inl, inr; rewrite Pos2Nat.inj_add, bigsum_split; f_equal; apply bigsum_ext; intros i hi; now rewrite val_fin.
Qed.
Lemma ax_sum_pair (z_m z_n p0 : size) (e0 : p0 = (z_m * z_n)%positive) : is_true (S_sum_pair z_m z_n p0).
Proof.
  apply of_sum_pair; unfold P_sum_pair. intros f; subst; unfold sum, pair; rewrite Pos2Nat.inj_mul, bigsum_pair; apply bigsum_ext; intros i hi; apply bigsum_ext; intros j hj; now rewrite !val_fin.
Qed.
Lemma ax_sum_one : is_true (S_sum_one).
Proof.
  apply of_sum_one; unfold P_sum_one. intros f; unfold sum; rewrite Pos2Nat.inj_1; simpl; ring.
Qed.
Lemma ax_sum_ge_term (z_n : size) : is_true (S_sum_ge_term z_n).
Proof.
  apply of_sum_ge_term; unfold P_sum_ge_term. intros f w h. unfold sum. rewrite <- (fin_val w) at 1. rewrite <- (@bigsum_delta (Pos.to_nat z_n) (val w) (fun k => f (fin z_n k)) (val_lt w)).
  assert (d : 0 <= bigsum (Pos.to_nat z_n) (fun i => f (fin z_n i) + (-1) * (if Nat.eqb i (val w) then f (fin z_n i) else 0))).
  { apply bigsum_nonneg; intros i _. destruct Nat.eqb; [lra|]. specialize (h (fin z_n i)); lra. }
  rewrite bigsum_add, bigsum_mul in d. lra.
Qed.
Lemma ax_fin_one : is_true (S_fin_one).
Proof.
  apply of_fin_one; unfold P_fin_one. intros i; apply val_inj; pose proof (val_lt i) as h; rewrite Pos2Nat.inj_1 in h; rewrite val_fin; rewrite ?Pos2Nat.inj_1; lia.
Qed.
Lemma ax_fin_two_left : is_true (S_fin_two_left).
Proof.
  apply of_fin_two_left; unfold P_fin_two_left. apply val_inj; reflexivity.
Qed.
Lemma ax_fin_two_right : is_true (S_fin_two_right).
Proof.
  apply of_fin_two_right; unfold P_fin_two_right. apply val_inj; reflexivity.
Qed.
Lemma ax_fin_split (z_k z_m p0 : size) (e0 : p0 = (z_k + z_m)%positive) : is_true (S_fin_split z_k z_m p0).
Proof.
  apply of_fin_split; unfold P_fin_split. rewrite (Pos.add_comm z_k z_m) in e0. intros P h k i. pose proof (val_lt i) as l. subst; rewrite Pos2Nat.inj_add in l. destruct (Nat.lt_ge_cases (val i) (Pos.to_nat z_m)) as [g|g].
  - specialize (h (fin z_m (val i))). unfold inl in h. rewrite val_fin, fin_val in h by easy. exact h.
  - specialize (k (fin z_k (val i - Pos.to_nat z_m))). unfold inr in k. rewrite val_fin in k by lia.
    replace (Pos.to_nat z_m + (val i - Pos.to_nat z_m))%nat with (val i) in k by lia. rewrite fin_val in k. exact k.
Qed.
Lemma ax_case_left (z_k z_m p0 : size) (e0 : p0 = (z_k + z_m)%positive) : is_true (S_case_left z_k z_m p0).
Proof.
  apply of_case_left; unfold P_case_left. rewrite (Pos.add_comm z_k z_m) in e0. intros f g i; subst; vals; unfold case, inl; rewrite val_fin by (rewrite Pos2Nat.inj_add; lia); rewrite if_ltb_l by easy; now rewrite fin_val.
Qed.
Lemma ax_case_right (z_k z_m p0 : size) (e0 : p0 = (z_k + z_m)%positive) : is_true (S_case_right z_k z_m p0).
Proof.
  apply of_case_right; unfold P_case_right. rewrite (Pos.add_comm z_k z_m) in e0. intros f g j; subst; vals; unfold case, inr; rewrite val_fin by (rewrite Pos2Nat.inj_add; lia); rewrite if_ltb_r by lia; rewrite Nat.add_comm, Nat.add_sub; now rewrite fin_val.
Qed.
Lemma ax_quo_pair (z_m z_n p0 : size) (e0 : p0 = (z_m * z_n)%positive) : is_true (S_quo_pair z_m z_n p0).
Proof.
  apply of_quo_pair; unfold P_quo_pair. intros i j; subst; vals; unfold quo, pair.
  rewrite (@val_fin (z_m * z_n)%positive) by (rewrite Pos2Nat.inj_mul; nia).
  assert (q : ((Pos.to_nat z_n * val i + val j) / Pos.to_nat z_n = val i)%nat) by (rewrite (Nat.mul_comm (Pos.to_nat z_n)), Nat.div_add_l by lia; rewrite Nat.div_small by easy; lia).
  rewrite q; apply fin_val.
Qed.
Lemma ax_rem_pair (z_m z_n p0 : size) (e0 : p0 = (z_m * z_n)%positive) : is_true (S_rem_pair z_m z_n p0).
Proof.
  apply of_rem_pair; unfold P_rem_pair. intros i j; subst; vals; unfold rem, pair.
  rewrite (@val_fin (z_m * z_n)%positive) by (rewrite Pos2Nat.inj_mul; nia).
  assert (q : ((Pos.to_nat z_n * val i + val j) mod Pos.to_nat z_n = val j)%nat) by (rewrite (Nat.mul_comm (Pos.to_nat z_n)), Nat.add_comm, Nat.mod_add by lia; now apply Nat.mod_small).
  rewrite q; apply fin_val.
Qed.
Lemma ax_pair_quo_rem (z_m z_n p0 : size) (e0 : p0 = (z_m * z_n)%positive) : is_true (S_pair_quo_rem z_m z_n p0).
Proof.
  apply of_pair_quo_rem; unfold P_pair_quo_rem. intros k; subst; vals; rewrite Pos2Nat.inj_mul in *. unfold pair, quo, rem.
  rewrite !val_fin; [|apply Nat.mod_upper_bound; lia|apply Nat.div_lt_upper_bound; lia].
  rewrite <- Nat.div_mod by lia. apply fin_val.
Qed.
Lemma ax_pos_nonneg (z_n : size) : is_true (S_pos_nonneg z_n).
Proof.
  apply of_pos_nonneg; unfold P_pos_nonneg. intros i; apply pos_INR.
Qed.
Lemma ax_pos_less (z_n : size) : is_true (S_pos_less z_n).
Proof.
  apply of_pos_less; unfold P_pos_less. intros i; unfold pos, card; rewrite <- S_INR; apply le_INR; apply val_lt.
Qed.
Lemma ax_pos_injective (z_n : size) : is_true (S_pos_injective z_n).
Proof.
  apply of_pos_injective; unfold P_pos_injective. intros i j h; apply val_inj; now apply INR_eq.
Qed.
Lemma ax_pos_zero (z_n : size) : is_true (S_pos_zero z_n).
Proof.
  apply of_pos_zero; unfold P_pos_zero. unfold pos; rewrite val_fin; [easy|apply Pos2Nat.is_pos].
Qed.
Lemma ax_pos_last (z_n : size) : is_true (S_pos_last z_n).
Proof.
  apply of_pos_last; unfold P_pos_last. unfold pos, last, card; sizes; rewrite val_fin by lia; rewrite <- S_INR; f_equal; lia.
Qed.
Lemma ax_real_nat (z_n : size) : is_true (S_real_nat z_n).
Proof.
  apply of_real_nat; unfold P_real_nat. easy.
Qed.
Lemma ax_pos_left (z_k z_m p0 : size) (e0 : p0 = (z_k + z_m)%positive) : is_true (S_pos_left z_k z_m p0).
Proof.
  apply of_pos_left; unfold P_pos_left. rewrite (Pos.add_comm z_k z_m) in e0. intros i; subst; vals; unfold pos, inl; rewrite val_fin; [easy|rewrite Pos2Nat.inj_add; lia].
Qed.
Lemma ax_pos_right (z_k z_m p0 : size) (e0 : p0 = (z_k + z_m)%positive) : is_true (S_pos_right z_k z_m p0).
Proof.
  apply of_pos_right; unfold P_pos_right. rewrite (Pos.add_comm z_k z_m) in e0. intros j; subst; vals; unfold pos, inr, card; rewrite val_fin by (rewrite Pos2Nat.inj_add; lia); now rewrite plus_INR.
Qed.
Lemma ax_pos_pair (z_m z_n p0 : size) (e0 : p0 = (z_m * z_n)%positive) : is_true (S_pos_pair z_m z_n p0).
Proof.
  apply of_pos_pair; unfold P_pos_pair. intros i j; subst; vals; unfold pos, pair, card; rewrite val_fin by (rewrite Pos2Nat.inj_mul; nia); now rewrite plus_INR, mult_INR.
Qed.
Lemma ax_plus_emb : is_true (S_plus_emb).
Proof.
  apply of_plus_emb; unfold P_plus_emb. easy.
Qed.
Lemma ax_plus_comm : is_true (S_plus_comm).
Proof.
  apply of_plus_comm; unfold P_plus_comm. intros [x|] [y|]; simpl; try easy; f_equal; ring.
Qed.
Lemma ax_plus_assoc : is_true (S_plus_assoc).
Proof.
  apply of_plus_assoc; unfold P_plus_assoc. intros [x|] [y|] [z|]; simpl; try easy; f_equal; ring.
Qed.
Lemma ax_plus_ninf : is_true (S_plus_ninf).
Proof.
  apply of_plus_ninf; unfold P_plus_ninf. easy.
Qed.
Lemma ax_times_emb : is_true (S_times_emb).
Proof.
  apply of_times_emb; unfold P_times_emb. easy.
Qed.
Lemma ax_times_ninf : is_true (S_times_ninf).
Proof.
  apply of_times_ninf; unfold P_times_ninf. easy.
Qed.
Lemma ax_times_plus : is_true (S_times_plus).
Proof.
  apply of_times_plus; unfold P_times_plus. intros c [x|] [y|] _; simpl; try easy; f_equal; ring.
Qed.
Lemma ax_times_times : is_true (S_times_times).
Proof.
  apply of_times_times; unfold P_times_times. intros c d [x|] _ _; simpl; try easy; f_equal; ring.
Qed.
Lemma ax_eexp_emb : is_true (S_eexp_emb).
Proof.
  apply of_eexp_emb; unfold P_eexp_emb. easy.
Qed.
Lemma ax_eexp_ninf : is_true (S_eexp_ninf).
Proof.
  apply of_eexp_ninf; unfold P_eexp_ninf. easy.
Qed.
Lemma ax_eexp_plus : is_true (S_eexp_plus).
Proof.
  apply of_eexp_plus; unfold P_eexp_plus. intros [x|] [y|]; simpl; try ring; apply exp_plus.
Qed.
Lemma ax_eexp_nonneg : is_true (S_eexp_nonneg).
Proof.
  apply of_eexp_nonneg; unfold P_eexp_nonneg. intros [x|]; simpl; [apply Rlt_le, exp_pos|lra].
Qed.
Lemma ax_allow_true : is_true (S_allow_true).
Proof.
  apply of_allow_true; unfold P_allow_true. change (allow TT = Some 0); now rewrite TT_eq.
Qed.
Lemma ax_allow_false : is_true (S_allow_false).
Proof.
  apply of_allow_false; unfold P_allow_false. change (allow FF = None); now rewrite FF_eq.
Qed.

Lemma ax_pi_irrational : is_true (S_pi_irrational).
Proof.
  apply of_pi_irrational; unfold P_pi_irrational, nreal. intros a b c d h.
  pose proof (pi_is_no_quotient (Z.of_nat c - Z.of_nat d) (Z.of_nat a - Z.of_nat b)) as e.
  rewrite !minus_IZR, <- !INR_IZR_INZ in e.
  assert (z : (Z.of_nat a - Z.of_nat b = 0)%Z) by (apply e; lra). lia.
Qed.

(* determinants *)
Lemma entries_below n a : det (fun i j : Fin n => a (val i) (val j)) = laplace (Pos.to_nat n) a.
Proof. apply laplace_same; intros i l hi hl. now rewrite !val_fin. Qed.
Lemma row_replaced n (a : Fin n -> Fin n -> R) i j : (j < Pos.to_nat n)%nat ->
  (fun k l => a k l + ind (@eqb (Fin n) k i) * (ind (@eqb (Fin n) l (fin n j)) + -1 * a k l))
  = (fun k l : Fin n => with_row (fun x y => a (fin n x) (fin n y)) (val i) (unit_row j) (val k) (val l)).
Proof.
  intros h. apply functional_extensionality; intros k. apply functional_extensionality; intros l.
  rewrite !ind_eq, val_fin by easy. unfold with_row, unit_row.
  destruct (Nat.eqb (val k) (val i)); [|rewrite !fin_val]; ring.
Qed.
Lemma unit_matrix n : (fun i j => ind (@eqb (Fin n) i j)) = (fun i j : Fin n => unit_row (val i) (val j)).
Proof.
  apply functional_extensionality; intros i. apply functional_extensionality; intros j.
  rewrite ind_eq. unfold unit_row. now rewrite Nat.eqb_sym.
Qed.
Lemma ax_det_linear (z_n : size) : is_true (S_det_linear z_n).
Proof.
  apply of_det_linear; unfold P_det_linear. intros A i. unfold det at 1.
  rewrite (@by_row (Pos.to_nat z_n) _ (@laplace_same _) (@laplace_linear _) _ (val i)) by apply val_lt.
  apply bigsum_ext; intros j h. rewrite fin_val, row_replaced by easy. now rewrite entries_below.
Qed.
Lemma ax_det_alternating (z_n : size) : is_true (S_det_alternating z_n).
Proof.
  apply of_det_alternating; unfold P_det_alternating. intros A i j n e.
  apply (@equal_rows (Pos.to_nat z_n) _ (@laplace_same _) (@laplace_linear _) (@laplace_adjacent _) _ (val i) (val j));
    try apply val_lt; [intros d; now apply n, val_inj|]. intros; now rewrite !fin_val.
Qed.
Lemma ax_det_identity (z_n : size) : is_true (S_det_identity z_n).
Proof. apply of_det_identity; unfold P_det_identity. rewrite unit_matrix, entries_below. apply laplace_unit. Qed.
Lemma ax_det_unique (z_n : size) : is_true (S_det_unique z_n).
Proof.
  apply of_det_unique; unfold P_det_unique. intros f A linear equal. rewrite unit_matrix.
  set (g := fun a : matrix => f (fun i j : Fin z_n => a (val i) (val j))).
  assert (r : forall a i w, (i < Pos.to_nat z_n)%nat ->
    g (with_row a i w) = bigsum (Pos.to_nat z_n) (fun j => w j * g (with_row a i (unit_row j)))).
  { intros a i w h. unfold g at 1. rewrite (linear _ (fin z_n i)). apply bigsum_ext; intros j hj.
    rewrite row_replaced by easy. unfold with_row at 1. rewrite !val_fin, Nat.eqb_refl by easy. f_equal. unfold g. f_equal.
    apply functional_extensionality; intros k. apply functional_extensionality; intros l.
    unfold with_row. rewrite fin_val. destruct (Nat.eqb (val k) i); [easy|]. now rewrite fin_val. }
  assert (m := @multiple_of_laplace (Pos.to_nat z_n) g). unfold det. rewrite <- m.
  - unfold g. f_equal. apply functional_extensionality; intros k. apply functional_extensionality; intros l. now rewrite !fin_val.
  - intros a b h. unfold g. f_equal.
    apply functional_extensionality; intros k. apply functional_extensionality; intros l. apply h; apply val_lt.
  - intros a i c u v h. rewrite !(r a i) by easy. rewrite <- bigsum_lin. apply bigsum_ext; intros; ring.
  - intros a i j hi hj n e. apply (equal _ (fin z_n i) (fin z_n j)).
    + intros d. apply (f_equal val) in d. rewrite !val_fin in d by easy. contradiction.
    + intros k. rewrite !val_fin by easy. apply e, val_lt.
Qed.

(* derivatives *)
Lemma ax_deriv_const : is_true (S_deriv_const).
Proof. apply of_deriv_const; unfold P_deriv_const. intros c x; exact (derivable_pt_lim_const c x). Qed.
Lemma ax_deriv_id : is_true (S_deriv_id).
Proof. apply of_deriv_id; unfold P_deriv_id. intros x; exact (derivable_pt_lim_id x). Qed.
Lemma ax_deriv_add : is_true (S_deriv_add).
Proof. apply of_deriv_add; unfold P_deriv_add. intros f g x a b; exact (@derivable_pt_lim_plus f g x a b). Qed.
Lemma ax_deriv_mul : is_true (S_deriv_mul).
Proof. apply of_deriv_mul; unfold P_deriv_mul. intros f g x a b; exact (@derivable_pt_lim_mult f g x a b). Qed.
Lemma ax_deriv_inv : is_true (S_deriv_inv).
Proof.
  apply of_deriv_inv; unfold P_deriv_inv. intros x h.
  apply derivable_pt_lim_ext with (f := div_fct (fct_cte 1) id).
  - intros z; unfold div_fct, fct_cte, id, Rdiv; ring.
  - replace (-1 * (/ x * / x)) with ((0 * id x - 1 * fct_cte 1 x) / Rsqr (id x)).
    + apply derivable_pt_lim_div; [apply derivable_pt_lim_const|apply derivable_pt_lim_id|exact h].
    + unfold id, fct_cte, Rsqr; field; exact h.
Qed.
Lemma ax_deriv_chain : is_true (S_deriv_chain).
Proof. apply of_deriv_chain; unfold P_deriv_chain. intros f g x a b; exact (@derivable_pt_lim_comp f g x a b). Qed.
Lemma ax_deriv_exp : is_true (S_deriv_exp).
Proof. apply of_deriv_exp; unfold P_deriv_exp. exact derivable_pt_lim_exp. Qed.
Lemma ax_deriv_log : is_true (S_deriv_log).
Proof. apply of_deriv_log; unfold P_deriv_log. exact derivable_pt_lim_ln. Qed.
Lemma ax_deriv_sqrt : is_true (S_deriv_sqrt).
Proof. apply of_deriv_sqrt; unfold P_deriv_sqrt. exact derivable_pt_lim_sqrt. Qed.
Lemma ax_deriv_sin : is_true (S_deriv_sin).
Proof. apply of_deriv_sin; unfold P_deriv_sin. exact derivable_pt_lim_sin. Qed.
Lemma ax_deriv_cos : is_true (S_deriv_cos).
Proof.
  apply of_deriv_cos; unfold P_deriv_cos. intros x; replace (-1 * sin x) with (- sin x) by ring.
  apply derivable_pt_lim_cos.
Qed.
Lemma ax_deriv_sum (z_n : size) : is_true (S_deriv_sum z_n).
Proof.
  apply of_deriv_sum; unfold P_deriv_sum. intros f c x h; unfold sum.
  generalize (Pos.to_nat z_n) as k. induction k as [|k IH]; simpl.
  - exact (derivable_pt_lim_const 0 x).
  - exact (@derivable_pt_lim_plus (fun t => bigsum k (fun i => f (fin z_n i) t)) (f (fin z_n k)) x _ _ IH (h _)).
Qed.
Lemma ax_deriv_unique : is_true (S_deriv_unique).
Proof. apply of_deriv_unique; unfold P_deriv_unique. exact uniqueness_limite. Qed.
Lemma ax_deriv_nonneg : is_true (S_deriv_nonneg).
Proof.
  apply of_deriv_nonneg; unfold P_deriv_nonneg. intros f g a b h d p. destruct h as [h|e]; [|rewrite e; apply Rle_refl].
  destruct (MVT_cor2 f g a b h) as [c [e l]]; [intros c l; now apply d|].
  assert (0 <= g c * (b - a)) by (apply Rmult_le_pos; [apply p|]; lra). lra.
Qed.

(* Exported proofs never look into these: their meaning is in the axioms. *)
#[global] Opaque eqb leb ind nreal iterate card sum pos nat_of last det inl inr case pair quo rem plus times eexp allow deriv.

/** A ceiling as loopscope.yaml sets it. */
export interface CeilingSetting {
  name: string;
  value: number;
  /** Null where it is not raised. */
  raised: { to: number; reason: string; ticket: string; expires: string } | null;
}

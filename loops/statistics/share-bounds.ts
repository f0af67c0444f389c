const Z95 = 1.959_963_984_540_054;

/** Lower end of the 95 % Wilson interval of a share: what is seen in few cases says little. 0 where nothing was counted. */
export function lowerBound(hits: number, of: number): number {
  if (of === 0) return 0;
  const share = hits / of;
  const spread = Z95 * Math.sqrt((share * (1 - share)) / of + (Z95 * Z95) / (4 * of * of));
  const centre = share + (Z95 * Z95) / (2 * of);
  return Math.max(0, (centre - spread) / (1 + (Z95 * Z95) / of));
}

/** The library that draws is large: the verdict and its numbers do not wait for it. */
export async function loadCharts() {
  const { OverviewCharts } = await import('./overview-charts.tsx');
  return { default: OverviewCharts };
}

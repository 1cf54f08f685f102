export function stringify(rows: readonly Readonly<Record<string, string | undefined>>[]): string {
	const names = Object.keys(rows[0] ?? {});
	const line = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
	return `${[line(names), ...rows.map((row) => line(names.map((name) => row[name] ?? '')))].join('\n')}\n`;
}

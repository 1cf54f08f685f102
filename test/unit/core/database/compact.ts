/** Formats rows in the server's JSONCompact output format. */
export function compact(rows: readonly (readonly string[])[]): string {
	const written = rows.map((row) => `\t\t[${row.map((cell) => JSON.stringify(cell)).join(', ')}]`).join(',\n');
	return `{\n\t"meta":\n\t[\n\t\t{\n\t\t\t"name": "a",\n\t\t\t"type": "String"\n\t\t}\n\t],\n\n\t"data":\n\t[\n${written}\n\t],\n\n\t"rows": ${rows.length}\n}\n`;
}

const escapes: Readonly<Record<string, string>> = {
	'\\': '\\\\',
	"'": "\\'",
	'`': '\\`',
	'\0': '\\0',
	'\b': '\\b',
	'\t': '\\t',
	'\n': '\\n',
	'\f': '\\f',
	'\r': '\\r',
};

export function textLiteral(value: string): string {
	return `'${escaped(value)}'`;
}

export function nameLiteral(name: string): string {
	return `\`${escaped(name)}\``;
}

function escaped(text: string): string {
	return text.replace(/[\\'`\0\b\t\n\f\r]/g, (character) => escapes[character] ?? character);
}

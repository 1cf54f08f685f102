import { type JsonNode, readJson } from '../text/json';

/** Concatenates the multi-line strings in JSON. Returns undefined if the JSON is invalid or has no such strings. */
export function textsWithin(json: string): string | undefined {
	// In JSON, line breaks in strings are escaped as `\n`.
	const reading = json.includes('\\n') ? readJson(json) : undefined;
	const texts = reading?.kind === 'json' ? linesWithin(reading.root) : [];
	return texts.length === 0 ? undefined : texts.join('\n');
}

function linesWithin(node: JsonNode): readonly string[] {
	switch (node.kind) {
		case 'object':
			return node.members.flatMap(({ value }) => linesWithin(value));
		case 'array':
			return node.items.flatMap(linesWithin);
		case 'string':
			return node.text.includes('\n') ? [node.text] : [];
		case 'literal':
			return [];
	}
}

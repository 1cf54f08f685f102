import { type JsonNode, readJson } from '../text/json';

/** The texts of several lines in JSON, one after the other; undefined when there is none, or no JSON. */
export function textsWithin(json: string): string | undefined {
	// A line end is escaped there.
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

import assert from 'node:assert/strict';
import { retraceText } from './mappingText';

/** Defines a test of one mapping and stack trace. The word `or` separates alternatives of a line. */
export function rule(title: string, mapping: string, trace: string, expected: string): void {
	it(title, () => {
		assert.equal(retraceText(lines(mapping), lines(trace)), lines(expected));
	});
}

export function lines(text: string): string {
	const all = text.split('\n').slice(1, -1);
	const [indentation = ''] = /^\t*/.exec(all[0] ?? '') ?? [];
	return all.map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line)).join('\n');
}

export const version = (text: string) => `# {"id":"com.android.tools.r8.mapping","version":"${text}"}`;
export const file = (name: string) => `# {"id":"sourceFile","fileName":"${name}"}`;
export const synthesized = '# {"id":"com.android.tools.r8.synthesized"}';
export const outline = '# {"id":"com.android.tools.r8.outline"}';

import assert from 'node:assert/strict';
import { retraceText } from './mappingText';

/** Each: a mapping, a trace and what becomes of it, made by hand; `or` lists what a line could be as well. */
export function rule(title: string, mapping: string, trace: string, expected: string): void {
	it(title, () => {
		assert.equal(retraceText(lines(mapping), lines(trace)), lines(expected));
	});
}

/** Without the indentation of the test itself. */
export function lines(text: string): string {
	const all = text.split('\n').slice(1, -1);
	const [indentation = ''] = /^\t*/.exec(all[0] ?? '') ?? [];
	return all.map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line)).join('\n');
}

/** A line that declares the version of the notes. */
export const version = (text: string) => `# {"id":"com.android.tools.r8.mapping","version":"${text}"}`;
export const file = (name: string) => `# {"id":"sourceFile","fileName":"${name}"}`;
export const synthesized = '# {"id":"com.android.tools.r8.synthesized"}';
export const outline = '# {"id":"com.android.tools.r8.outline"}';

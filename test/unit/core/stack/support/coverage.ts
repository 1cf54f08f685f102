import * as assert from 'node:assert/strict';
import { runSynchronously } from '../../../../../src/core/common/cooperativeTask';
import { readableText } from '../../../../../src/core/stack/parse/readableText';
import type { Trace } from '../../../../../src/core/stack/trace/model';
import { splitLines } from '../../../../../src/shared/lines';

/** Asserts that every line of the text is part of exactly one header, frame or raw line, in order and unchanged. */
export function assertNothingLost(trace: Trace, text: string): void {
	const lines = splitLines(runSynchronously(readableText(text)).text);
	assert.deepEqual(trace.lines, lines);
	let next = 0;
	for (const { header, lines: parts } of trace.sections) {
		if (header) {
			assert.equal(header.firstLine, next, 'header out of order');
			// A header on the line of its only frame has no line of its own.
			assert.ok(header.lastLine >= header.firstLine - (parts.length > 0 ? 1 : 0));
			next = header.lastLine + 1;
		}
		for (const part of parts) {
			assert.equal(part.line, next, 'line out of order');
			assert.equal(part.text, lines[next]);
			if (part.kind !== 'raw' && part.link) {
				assert.ok(part.link.start >= 0 && part.link.start < part.link.end && part.link.end <= part.text.length);
			}
			next++;
		}
	}
	assert.equal(next, lines.length);
}

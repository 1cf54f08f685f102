import * as assert from 'node:assert/strict';
import { groupKey } from '../../../../src/core/stack/grouping/groupKey';
import { parseTrace } from '../../../../src/core/stack/parse/parseTrace';
import type { Frame } from '../../../../src/core/stack/trace/model';
import { workspaceFrames } from '../../../support/sampleFrames/tables';
import { assertNothingLost } from './support/coverage';
import { sampleTraces } from './support/sampleTraces';

/** Pattern for frames in the sample traces, written independently of the parser. */
const frameLine =
	/^\s*(?:at |в |bei |native: #|#\d+ |\d+ {2,}\S.* 0x[\da-f]{16} |<asynchronous|\.\.\. |--- End|\S+@(?:\S+|\[native code\])$|global code@|\[native code\]$|[\w.]+[.:+][^\s(]+ ?\(.*\)(?: \(at .*\))?$)/;

const traces = sampleTraces(3);
const getFrames = (text: string): Frame[] =>
	parseTrace(text).sections.flatMap(({ lines }) => lines.filter((line): line is Frame => line.kind !== 'raw'));

describe('sample stack traces', () => {
	it('parses sample traces without losing a line', () => {
		for (const { text } of traces) {
			assertNothingLost(parseTrace(text), text);
		}
	});

	it('finds frames in exactly those lines of the sample traces that match the frame pattern', () => {
		for (const { application, kind, text } of traces) {
			const trace = parseTrace(text);
			const found = new Set(getFrames(text).map(({ line }) => line));
			for (const [number, line] of trace.lines.entries()) {
				assert.equal(found.has(number), frameLine.test(line), `${application}, kind ${kind}: ${line}`);
			}
		}
	});

	it("detects the platform of each application's sample traces", () => {
		const platforms = new Map([
			[101, 'jvm'],
			[102, 'apple'],
			[103, 'dart'],
			[104, 'javascript'],
			[105, 'unity'],
			[106, 'dotnet'],
		]);
		for (const { application, osName, text } of traces) {
			const { platform, sections } = parseTrace(text, { osName });
			const framed = sections.some(({ lines }) => lines.some(({ kind }) => kind !== 'raw'));
			if (framed && !text.includes('SIGSEGV') && !text.includes('AndroidJavaException')) {
				assert.equal(platform, platforms.get(application), text);
			}
		}
	});

	it('finds the file, line and function of each sample frame in the sample workspace', () => {
		const byPlace = new Map<string, Frame>();
		for (const { text } of traces) {
			for (const frame of getFrames(text)) {
				byPlace.set(`${baseName(frame.file ?? '')}:${frame.line1}:${frame.column1 ?? 0}`, frame);
			}
		}
		let found = 0;
		for (const { file, line, column, declaredAs, symbol } of workspaceFrames) {
			const frame = byPlace.get(`${baseName(file)}:${line}:${column}`);
			if (frame) {
				found++;
				const method = frame.enclosing?.method.split(':')[0];
				const isCode = method !== undefined && !['<init>', '.ctor', 'constructor'].includes(method);
				if (isCode && frame.method !== 'anonymous') {
					// An unnamed function is identified by the variable it is assigned to or the call it is passed to.
					assert.ok(
						method === symbol || sameMember(declaredAs, method, frame),
						`${file}:${line}: ${declaredAs}, found ${method}`,
					);
				}
			}
		}
		assert.ok(found > 0.95 * workspaceFrames.length, `${found} of ${workspaceFrames.length}`);
	});

	it('sample traces of the same error have the same group key', () => {
		for (const [time, other] of [
			[0, 1],
			[1, 2],
		]) {
			const first = sampleTraces(3).filter((_, index) => index % 3 === time);
			const second = sampleTraces(3).filter((_, index) => index % 3 === other);
			for (const [index, { text }] of first.entries()) {
				const key = groupKey(parseTrace(text));
				if (key.basis !== 'message') {
					assert.equal(groupKey(parseTrace(second[index]?.text ?? '')).key, key.key);
				}
			}
		}
	});

	it('different sample errors of an application have different group keys', () => {
		for (const application of [101, 102, 103, 104, 105, 106]) {
			const own = sampleTraces(1).filter((trace) => trace.application === application);
			const keys = new Map(own.map(({ kind, text }) => [kind, groupKey(parseTrace(text)).key]));
			// Two of the sample errors may be the same error with and without symbols.
			assert.ok(
				new Set(keys.values()).size >= own.length - 2,
				`${application}: ${[...keys.values()].sort().join('\n\n')}`,
			);
		}
	});
});

function baseName(file: string): string {
	return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
}

function sameMember(declaredAs: string, method: string, frame: Frame): boolean {
	return method === declaredAs || frame.enclosing?.type.endsWith(declaredAs) === true;
}

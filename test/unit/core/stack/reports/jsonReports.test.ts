import * as assert from 'node:assert/strict';
import { runSynchronously } from '../../../../../src/core/common/cooperativeTask';
import { groupKey } from '../../../../../src/core/stack/grouping/groupKey';
import { symbolNeeds } from '../../../../../src/core/stack/mapping/tools/symbolNeeds';
import { findTraces } from '../../../../../src/core/stack/parse/findTraces';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import type { ReadTrace } from '../../../../../src/core/stack/texts/frameLinks';
import { readTraces, type TraceFormat } from '../../../../../src/core/stack/texts/readTraces';
import { failingThread, headerText } from '../../../../../src/core/stack/trace/failingThread';
import type { Trace } from '../../../../../src/core/stack/trace/model';
import { assertNothingLost } from '../support/coverage';
import { groupKeyOfText } from '../support/groupKeyOfText';
import { crashSamples, withoutSymbols } from './support/reportSamples';
import { callStackTree, crashDiagnostic, ipsBody, writeIps, writeText } from './support/writeReports';

function describeTrace(trace: Trace) {
	const needs = runSynchronously(symbolNeeds(trace));
	return {
		group: groupKey(trace).key,
		headers: failingThread(trace).headers.map(headerText),
		frames: failingThread(trace).frames.map(({ line: _line, text: _text, link: _link, ...frame }) => frame),
		sections: trace.sections.filter(({ lines }) => lines.some(({ kind }) => kind !== 'raw')).length,
		needs: needs.map(({ file, frames, appleImage }) => ({
			file,
			frames: frames.length,
			load: appleImage && [appleImage.loadAddress, appleImage.architecture, appleImage.uuid],
		})),
	};
}

function linkNames({ trace }: Pick<ReadTrace, 'trace'>): string[] {
	return trace.sections.flatMap(({ lines }) =>
		lines.flatMap((line) =>
			line.kind === 'raw' || !line.link
				? []
				: [line.text.slice(line.link.start, line.link.end).replace(/(\.\w+):\d+$/, '$1')],
		),
	);
}

function asString(text: string): string {
	return JSON.stringify(text).slice(1, -1);
}

type Embedding = readonly [name: string, format: TraceFormat, text: (report: string) => string];

const embeddings: readonly Embedding[] = [
	['a file', 'text', (report) => report],
	['a JSON document', 'json', (report) => report],
	['pasted text', 'any', (report) => report],
	['a value of a record', 'value', (report) => report],
	['a CSV cell', 'csv', (report) => `id,error\n1,"${report.replaceAll('"', '""')}"\n`],
	['a string in JSON', 'value', (report) => `{"error":"${asString(report)}"}`],
	['a string in exported records', 'json', (report) => `[{"error":"x"},{"id":1,"error":"${asString(report)}"}]`],
	['a log', 'text', (report) => `10:00:00 [main] saved {x}\n10:00:01 report: ${report}\ndone\n`],
	['a note', 'any', (report) => `It crashed:\n\`\`\`\n${report}\`\`\`\n`],
];

function checkEmbeddings(report: string, expected: string): void {
	const classic = parseTrace(expected);
	for (const [name, format, embed] of embeddings) {
		const text = embed(report);
		const [found, ...others] = readTraces(text, format, undefined);
		assert.ok(found && others.length === 0, name);
		assertNothingLost(found.trace, found.text);
		assert.deepEqual(describeTrace(found.trace), describeTrace(classic), name);
		assert.ok(text.slice(found.start).startsWith('{') || format === 'csv', name);
		const links = found.links.map(({ start, end }) => text.slice(start, end).replaceAll(/\\+\//g, '/'));
		assert.deepEqual(links, linkNames({ trace: classic }), name);
	}
	assert.equal(groupKeyOfText(report).key, groupKey(classic).key);
}

describe('JSON crash reports', () => {
	for (const sample of crashSamples) {
		it(`reads the same frames from an .ips report as from the text report of a crash: ${sample.name}`, () => {
			checkEmbeddings(writeIps(sample), writeText(sample));
			assert.deepEqual(
				describeTrace(findTraces(writeIps(sample, 0))[0]?.trace ?? parseTrace('')),
				describeTrace(parseTrace(writeText(sample))),
			);
		});

		it(`reads MetricKit diagnostics in the same way as a text report without symbols: ${sample.name}`, () => {
			const { message: _message, exceptionStack: _stack, termination: _termination, ...crash } = withoutSymbols(sample);
			checkEmbeddings(`${JSON.stringify(crashDiagnostic(crash), undefined, 2)}\n`, writeText(crash));
		});
	}

	it('finds each diagnostic in a MetricKit payload', () => {
		const [first, second] = crashSamples;
		assert.ok(first && second);
		const hang = { callStackTree: callStackTree(first), diagnosticMetaData: { hangDuration: '9 sec' } };
		const payload = {
			timeStampBegin: '2026-11-20 10:00:00',
			crashDiagnostics: [crashDiagnostic(first), crashDiagnostic(second)],
			hangDiagnostics: [hang],
		};
		const found = readTraces(JSON.stringify(payload), 'json', undefined);
		assert.deepEqual(
			found.map(({ trace }) => headerText(failingThread(trace).headers[0] ?? { type: '', message: '' })),
			['EXC_BREAKPOINT: SIGTRAP', 'EXC_BREAKPOINT: SIGTRAP', 'MXHangDiagnostic'],
		);
	});

	it('reads the branch of a call tree with the most samples, innermost frame first', () => {
		const frame = (binaryName: string, offset: number, sampleCount: number, subFrames: readonly object[] = []) => ({
			binaryName,
			binaryUUID: '7DB87ED2-1AB1-356A-93E5-A0C946152068',
			offsetIntoBinaryTextSegment: offset,
			address: 0x104bd0000 + offset,
			sampleCount,
			subFrames,
		});
		const root = frame('dyld', 1, 9, [
			frame('Acme Shop', 2, 9, [
				frame('UIKitCore', 3, 2),
				frame('Acme Shop', 4, 7, [frame('libsystem_c.dylib', 5, 7)]),
			]),
		]);
		const text = JSON.stringify({
			callStacks: [{ threadAttributed: true, callStackRootFrames: [root] }],
			callStackPerThread: false,
		});
		const [found] = findTraces(text);
		const frames = found?.trace.sections.flatMap(({ lines }) =>
			lines.flatMap((line) => (line.kind === 'raw' ? [] : [line])),
		);
		assert.deepEqual(
			frames?.map(({ image }) => `${image?.name} ${image?.offset}`),
			['libsystem_c.dylib 5', 'Acme Shop 4', 'Acme Shop 2', 'dyld 1'],
		);
	});

	it('reads load addresses that MetricKit writes instead of offsets', () => {
		const text = JSON.stringify({
			callStacks: [
				{
					threadAttributed: true,
					callStackRootFrames: [
						{
							binaryName: 'Acme Shop',
							offsetIntoBinaryTextSegment: 4_374_544_384,
							address: 4_374_544_999,
							sampleCount: 1,
						},
					],
				},
			],
		});
		assert.match(findTraces(text)[0]?.text ?? '', /^0 {3}Acme Shop {3}0x104be4267 0x104be4000 \+ 615$/m);
	});

	it('reads the exception backtrace in the application-specific section of a JSON crash report', () => {
		const [, , sample] = crashSamples;
		assert.ok(sample);
		const { exceptionStack: _stack, ...crash } = sample;
		const stack =
			'0   CoreFoundation   0x0000000185 __exceptionPreprocess + 164\n1   Acme Shop   0x0104be0267 Cart.add(_:) + 8 (Cart.swift:9)\n';
		const text = JSON.stringify({ ...ipsBody(crash), asiBacktraces: [stack] });
		const [found] = readTraces(text, 'value', undefined);
		assert.ok(found);
		const { type, frames } = groupKey(found.trace);
		assert.deepEqual({ type, frames }, { type: 'NSInvalidArgumentException', frames: ['Cart.add'] });
		assert.ok(found.links.some(({ start, end }) => text.slice(start, end) === 'Cart.swift:9'));
	});

	it('finds the crashed thread by its index if no thread is marked as triggered', () => {
		const [sample] = crashSamples;
		assert.ok(sample);
		const body = JSON.stringify(ipsBody(sample)).replace('"triggered":true,', '');
		assert.equal(groupKeyOfText(body).key, groupKeyOfText(writeIps(sample)).key);
	});

	it('reads the threads of a truncated JSON crash report', () => {
		const [sample] = crashSamples;
		assert.ok(sample);
		const text = writeIps(sample);
		for (const end of [text.indexOf('"usedImages"'), text.indexOf('"symbol": "thunk'), text.lastIndexOf('"size"')]) {
			const [found, ...others] = readTraces(text.slice(0, end), 'value', undefined);
			assert.ok(found && others.length === 0);
			assert.deepEqual(groupKey(found.trace).frames.slice(0, 1), ['Cart.load']);
		}
	});

	it('reads the text report below the header of an older .ips file', () => {
		const [sample] = crashSamples;
		assert.ok(sample);
		const text = `${JSON.stringify({ bug_type: '109', name: 'Acme Shop' })}\n${writeText(sample)}`;
		for (const format of ['any', 'value', 'text'] as const) {
			const [found, ...others] = readTraces(text, format, undefined);
			assert.ok(found && others.length === 0, format);
			assert.equal(groupKey(found.trace).key, groupKey(parseTrace(writeText(sample))).key);
		}
	});

	it('ignores JSON that contains threads but is not a crash report', () => {
		for (const text of [
			'{"threads":[{"frames":[{"x":1}]}],"imageIndex":1}',
			'{"callStackRootFrames":[{}],"imageOffset":[]}',
		]) {
			assert.deepEqual(readTraces(text, 'any', undefined), []);
		}
	});
});

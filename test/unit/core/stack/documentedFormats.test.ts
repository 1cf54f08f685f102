import * as assert from 'node:assert/strict';
import { readTraces } from '../../../../src/core/stack/texts/readTraces';
import type { Trace } from '../../../../src/core/stack/trace/model';
import { mayHoldTrace } from '../../../../src/features/stackLinks/traceLanguage';
import { contexts, documentedBelow, documentedPlatforms, inContext, java } from './support/documentedFormats';

/** How a log or an editor marks a line, if the prefix in the row isn't all of it. */
const marked: Readonly<Record<string, (prefix: string, line: string, index: number) => string>> = {
	'logcat process': (prefix, line) => `${prefix} ${line}  (AndroidRuntime)`,
	'logcat long': (prefix, line) => `${prefix}\n${line}\n`,
	'Console app': (prefix, line) => `${prefix.replaceAll(' ', '\t')}\t${line}`,
	List: (prefix, line, index) => `${prefix.replace('1', String(index + 1))} ${line}`,
	'Line number': (prefix, line, index) => `${prefix.replace('98', String(index + 98))} ${line}`,
	Color: (prefix, line) => `\u001b${prefix}${line}\u001b[0m`,
};

function readLines({ sections, lines }: Trace): readonly string[] {
	const frameLines = sections
		.flatMap((section) => section.lines)
		.flatMap((line) => (line.kind === 'raw' ? [] : [line.line, line.lastLine ?? line.line]));
	const headerLines = sections.flatMap(({ header }) =>
		header ? [header.firstLine, header.lastLine, header.errorLine ?? header.firstLine] : [],
	);
	return [...frameLines, ...headerLines].map((line) => lines[line] ?? '');
}

function summaryOf(text: string): readonly string[] {
	return readTraces(text, 'text', undefined).flatMap(({ trace, links }) => [
		...trace.sections.flatMap(({ header }) => header?.message ?? []),
		...links.map(({ start, end }) => text.slice(start, end)),
	]);
}

describe('documented stack trace formats', () => {
	for (const [platform, { heading }] of Object.entries(documentedPlatforms)) {
		for (const row of documentedBelow(heading)) {
			it(`reads the documented example line as a frame or header: ${heading}, ${row.name}`, () => {
				const text = inContext(platform, row);
				for (const document of [text, JSON.stringify({ error: text })]) {
					const [found, ...others] = readTraces(document, 'any', undefined);
					assert.ok(mayHoldTrace(document), document);
					assert.ok(found && others.length === 0, document);
					assert.ok(
						found.trace.sections.some((section) => section.platform === platform),
						document,
					);
					const example = row.example.replaceAll('&lt;', '<').replaceAll('&gt;', '>');
					const isReport = example.startsWith('{');
					const lines = readLines(found.trace);
					assert.ok(
						lines.some((line) => line.includes(isReport ? 'Shop' : example)),
						`${document}\n${lines.join('\n')}`,
					);
				}
			});
		}
	}

	for (const { name, example } of [...documentedBelow('Log prefixes'), ...documentedBelow('Marks')]) {
		it(`reads the same stack trace after a documented log prefix: ${name}`, () => {
			const mark = marked[name] ?? ((prefix: string, line: string) => `${prefix} ${line}`);
			const text = java
				.split('\n')
				.map((line, index) => mark(example, line, index))
				.join('\n');
			assert.deepEqual(summaryOf(text), summaryOf(java), text);
		});
	}

	for (const { name, example } of documentedBelow('Joined lines')) {
		it(`reads the frames of a documented stack trace on a single line: ${name}`, () => {
			assert.deepEqual(summaryOf(example), ['no cart', 'Cart.kt:31', 'Main.kt:58']);
		});
	}

	it('documentation lists formats for each platform, including formats that need surrounding lines in the tests', () => {
		const documented = Object.entries(documentedPlatforms).map(([platform, { heading }]) =>
			documentedBelow(heading).map(({ name }) => `${platform} ${name}`),
		);
		const page = 'docs/stack-trace-formats.md';
		for (const [index, { heading }] of Object.values(documentedPlatforms).entries()) {
			assert.notEqual(documented[index]?.length, 0, `${page} has no formats below the heading ${heading}`);
		}
		const rows = new Set(documented.flat());
		assert.deepEqual(
			Object.keys(contexts).filter((name) => !rows.has(name)),
			[],
		);
		assert.ok(rows.size >= 80, `${page} has only ${rows.size} formats`);
		assert.ok(documentedBelow('Log prefixes').length >= 15 && documentedBelow('Marks').length >= 5);
	});
});

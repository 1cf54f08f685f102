import * as assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import type { ReadTrace } from '../../../../../src/core/stack/texts/frameLinks';
import { readingTraces, readTraces, type TraceFormat } from '../../../../../src/core/stack/texts/readTraces';
import type { Frame, RawLine } from '../../../../../src/core/stack/trace/model';
import { measured } from '../../../../support/measured';
import { assertGrowsWithSize } from '../mapping/support/growth';
import { sampleTraces } from '../support/sampleTraces';

const java = [
	'java.lang.IllegalStateException: cart "A"',
	'\tat com.acme.shop.Cart.add(Cart.kt:40)',
	'\tat com.acme.shop.Main.main(Main.java:3)',
].join('\n');

function linked(text: string, traces: readonly ReadTrace[]): string[] {
	return traces.flatMap(({ links }) => links.map(({ start, end }) => text.slice(start, end)));
}

function named(traces: readonly ReadTrace[]): string[] {
	return traces.flatMap(({ trace }) =>
		trace.sections.flatMap(({ lines }) =>
			lines.flatMap((line) =>
				line.kind === 'raw' || !line.link ? [] : [line.text.slice(line.link.start, line.link.end)],
			),
		),
	);
}

function expected(texts: readonly string[]): string[] {
	return texts.flatMap((text) => {
		const trace = parseTrace(text);
		return named([{ text, trace, start: 0, end: 0, links: [] }]);
	});
}

const read = (text: string, format: TraceFormat = 'text') => readTraces(text, format, undefined);

describe('readTraces()', () => {
	const samples = sampleTraces(1);

	it('finds an error between the XML tags of a test report', () => {
		const escaped = java.replace('"A"', '&lt;A&gt;');
		const attributes = ' message="a -> b" type="java.lang.IllegalStateException"';
		for (const [start, end] of [
			[`<failure${attributes}>`, '\n</failure>'],
			[`    <error${attributes}>`, '</error>'],
			[`<rerunFailure${attributes}>\n  <stackTrace><![CDATA[`, ']]></stackTrace>'],
			['\t<message>', '</stack-trace>'],
			['<StackTrace>', '</StackTrace>'],
		] as const) {
			const isCdata = start.endsWith('[');
			const text = isCdata ? java.replace('"A"', '<A>') : escaped;
			const report = `<testsuite>\n<testcase name="adds">\n${start}${text}${end}\n</testcase>\n`;
			const [found, ...others] = read(report);
			assert.deepEqual(others, [], report);
			const [section] = found?.trace.sections ?? [];
			assert.partialDeepStrictEqual(
				section?.header,
				{ type: 'java.lang.IllegalStateException', message: 'cart <A>' },
				report,
			);
			assert.deepEqual(linked(report, found ? [found] : []), ['Cart.kt:40', 'Main.java:3'], report);
		}
		const [separate] = read(
			'<Message>Shop.NoPriceException : none</Message>\n<StackTrace>   at Shop.Cart.Add() in /a.cs:line 4',
		);
		assert.partialDeepStrictEqual(separate?.trace.sections[0]?.header, {
			type: 'Shop.NoPriceException',
			message: 'none',
		});
	});

	it('joins the lines of a stack trace that JSON contains as an array of strings', () => {
		const lines = java.split('\n');
		for (const document of [
			JSON.stringify({ level: 'error', stack: lines }),
			JSON.stringify([{ tags: ['a', 'b'], stack: [lines] }, 1]),
			JSON.stringify({ stack: lines }, undefined, 2),
		]) {
			for (const format of ['any', 'json', 'value', ...(document.includes('\n') ? [] : ['text' as const])] as const) {
				const found = read(document, format);
				assert.deepEqual(named(found), expected([java]), `${format}: ${document}`);
				assert.deepEqual(linked(document, found), expected([java]), `${format}: ${document}`);
			}
		}
		const separate = JSON.stringify({ errors: [java, java.replace('40', '41'), 'no trace'] });
		assert.equal(read(separate, 'json').length, 2);
		const collapsed = java.replaceAll(/\n\t/g, ' ');
		const errors = JSON.stringify({ errors: [collapsed, collapsed.replace('40', '41')] });
		assert.equal(read(errors, 'json').length, 2);
		const words = JSON.stringify({ messages: ['at first', 'then', 'java.lang.Error', 'at a.B.c(D.kt:1)', 'no', 'x'] });
		assert.equal(
			read(words, 'json').every(({ text }) => !text.includes('\n')),
			true,
		);
	});

	it('finds a minified exception name without frames in an Android record', () => {
		const found = (value: string, osName: string | undefined) =>
			readTraces(value, 'value', osName).map(({ text, start, end }) => [text, start, end]);
		assert.deepEqual(found('f3.a: no price', 'android'), [['f3.a: no price', 0, 14]]);
		// Even in a long text, the search for a minified exception name adds few steps.
		const long = `f3.a: ${'no price\n'.repeat(50_000)}`;
		const pieces = (osName: string) => {
			const steps = readingTraces(long, 'value', osName);
			let count = 0;
			while (!steps.next(false).done) {
				count++;
			}
			return count;
		};
		assert.ok(pieces('android') <= 1.2 * pieces('ios'), `${pieces('android')} pieces, not ${pieces('ios')}`);
		assert.deepEqual(found('f3.a', 'Android'), [['f3.a', 0, 4]]);
		for (const value of ['shop.NoPrice: no price', 'no f3.a: no price', 'e.g. this', 'i.e: this', 'a: b', '1.2: x']) {
			assert.deepEqual(found(value, 'android'), [], value);
		}
		assert.deepEqual(found('f3.a: no price', 'ios'), []);
		assert.deepEqual(found('f3.a: no price', undefined), []);
	});

	describe('stack traces in a log', () => {
		it('finds no stack trace in text without frames', () => {
			for (const text of [
				'',
				'\n\n',
				'hello (world)',
				'See Foo.bar (baz) at once.\nOr tomorrow.',
				'{"a":1}',
				'\u0000\u0001',
			]) {
				assert.deepEqual(read(text), [], text);
			}
		});

		it('finds every frame of a sample trace if the trace is the whole text', () => {
			for (const { text, application, kind } of samples) {
				const traces = read(text);
				const whole = expected([text]);
				assert.deepEqual(linked(text, traces), whole, `${application} ${kind}`);
			}
		});

		it('finds every stack trace among other log lines and returns its position', () => {
			const lines: string[] = [];
			for (const [index, { text }] of samples.entries()) {
				lines.push(
					`2026-11-20 10:00:${String(index % 60).padStart(2, '0')},123 INFO [main] c.e.Boot - request ${index} done`,
				);
				lines.push(text);
				lines.push(`2026-11-20 10:01:${String(index % 60).padStart(2, '0')},999 WARN [main] c.e.Boot - going on`);
			}
			const text = lines.join('\n');
			const traces = read(text);
			assert.deepEqual(linked(text, traces), named(traces));
			assert.deepEqual(linked(text, traces), expected(samples.map((sample) => sample.text)));
			for (const { start, end, text: own } of traces) {
				assert.equal(text.slice(start, end), own);
			}
		});

		const prefixes: Readonly<Record<string, string>> = {
			'logcat -v brief': 'E/AndroidRuntime( 1234): ',
			'logcat -v tag': 'E/AndroidRuntime: ',
			'logcat -v time': '11-20 10:00:00.000 E/AndroidRuntime( 1234): ',
			'logcat -v threadtime': '11-20 10:00:00.000  1234  1250 E AndroidRuntime: ',
			'Android Studio': '2026-11-20 10:00:00.000  1234-1250  AndroidRuntime          com.acme.shop                E  ',
			flutter: 'I/flutter ( 1234): ',
			'flutter run': 'flutter: ',
			Xcode: '2026-11-20 10:00:00.123456+0300 Shop[123:4567] ',
			syslog: 'Nov 20 10:00:00 host shop[123]: ',
			journald: 'Nov 20 10:00:00 shop[123]: ',
			docker: '2026-11-20T10:00:00.123456789Z ',
			compose: 'web-1  | ',
			log4j: '2026-11-20 10:00:00,123 ERROR [main] com.acme.Boot - ',
			spring: '2026-11-20 10:00:00.123 ERROR 4242 --- [nio-8080-exec-1] c.a.shop.Boot : ',
			brackets: '[2026-11-20 10:00:00] [ERROR] ',
			clock: '10:00:00.123 ',
			level: 'ERROR: ',
		};
		for (const [name, prefix] of Object.entries(prefixes)) {
			it(`ignores log line prefixes in a stack trace: ${name}`, () => {
				const text = java
					.split('\n')
					.map((line) => prefix + line)
					.join('\n');
				const [found, ...more] = read(text);
				assert.ok(found && more.length === 0, `${1 + more.length} traces`);
				assert.equal(found.text.replaceAll(/^\s*/gm, ''), java.replaceAll(/^\s*/gm, ''));
				assert.equal(found.trace.sections[0]?.header?.type, 'java.lang.IllegalStateException');
				assert.deepEqual(linked(text, [found]), ['Cart.kt:40', 'Main.java:3']);
			});
		}

		it('joins an exception header in a log line with the frames on the following lines', () => {
			const text = `2026-11-20 10:00:00,123 ERROR [main] c.a.Boot - ${java}\n2026-11-20 10:00:01,123 INFO [main] c.a.Boot - on`;
			const [found] = read(text);
			assert.equal(found?.text, java);
			assert.equal(found.trace.sections[0]?.header?.message, 'cart "A"');
		});

		it('separates stack traces that two processes log simultaneously', () => {
			const one = java.split('\n').map((line) => `11-20 10:00:00.000  1234  1250 E AndroidRuntime: ${line}`);
			const other = java
				.replaceAll('Cart', 'Order')
				.split('\n')
				.map((line) => `11-20 10:00:00.000  4321  4321 E AndroidRuntime: ${line}`);
			const noise = '11-20 10:00:00.000   900   910 I ActivityManager: Killing 1234:com.acme (adj 0): crash';
			const text = one.flatMap((line, index) => [line, noise, other[index] ?? '']).join('\r\n');
			const traces = read(text);
			assert.deepEqual(
				traces.map((found) => linked(text, [found])),
				[
					['Cart.kt:40', 'Main.java:3'],
					['Order.kt:40', 'Main.java:3'],
				],
			);
			assert.equal(traces[0]?.text, java);
		});

		it('separates consecutive stack traces in a log', () => {
			const text = `${java}\n${java}\n\n${java}`;
			assert.deepEqual(
				read(text).map(({ text: own }) => own),
				[java, java, java],
			);
		});

		it('keeps an exception and its causes together in one stack trace', () => {
			const text = `begin\n${java}\nCaused by: java.io.IOException: disk\nis full\n\tat com.acme.io.Db.close(Db.kt:12)\n\t... 2 more\nend`;
			const [found, ...more] = read(text);
			assert.deepEqual(more, []);
			assert.equal(found?.trace.sections.at(-1)?.header?.message, 'disk\nis full');
			assert.equal(found.text.split('\n').at(-1), '\t... 2 more');
		});

		it('reads stack traces that are escaped in log lines', () => {
			const line = JSON.stringify({ level: 'error', time: 17, stack: java });
			const text = `starting\n${line}\n\t"stack": ${JSON.stringify(java)},\nERROR ${java.replaceAll('\n', '\\n').replaceAll('\t', '\\t')}\ndone C:\\new\\path`;
			const traces = read(text);
			assert.equal(traces.length, 3);
			assert.deepEqual(linked(text, traces), Array.from({ length: 3 }, () => ['Cart.kt:40', 'Main.java:3']).flat());
			assert.deepEqual(
				traces.slice(0, 2).map((found) => found.text),
				[java, java],
			);
		});

		it('reads the header and all frames of a stack trace in JSON after a log prefix', () => {
			const stack = 'java.lang.IllegalStateException: no cart\\n\\tat com.acme.shop.Cart.add(Cart.kt:40)';
			const line = `2026-11-20 10:00:00.000 ERROR [main] - {"message":"could not load","error":"${stack}","id":42}`;
			for (const format of ['text', 'value'] as const) {
				const traces = readTraces(line, format, undefined);
				assert.deepEqual(linked(line, traces), ['Cart.kt:40'], format);
				assert.equal(traces[0]?.trace.sections[0]?.header?.type, 'java.lang.IllegalStateException');
			}
			const record = JSON.stringify({ line });
			assert.deepEqual(linked(record, readTraces(record, 'json', undefined)), ['Cart.kt:40']);
		});

		it('reads stack traces in a column of PostgreSQL COPY output', () => {
			const row = (id: number) =>
				`${id}\\\\7\tSystem.Exception: no ${id}\\r\\n   at Shop.Cart.Total() in C:\\\\src\\\\new\\\\Cart.cs:line 31\\r\\n   at Shop.Main.Run()\t\\N\t4.2`;
			const text = [row(1), row(2), '3\t\\N\t\\N\t4.2', ''].join('\n');
			const found = readTraces(text, 'text', undefined);
			assert.deepEqual(
				found.map(({ trace }) => trace.sections.map(({ header }) => `${header?.type}: ${header?.message}`)),
				[['System.Exception: no 1'], ['System.Exception: no 2']],
			);
			const [first] = found;
			const [frame] = first?.trace.sections[0]?.lines ?? [];
			assert.ok(frame && frame.kind !== 'raw');
			assert.equal(frame.file, 'C:\\src\\new\\Cart.cs');
			const [link] = first?.links ?? [];
			assert.equal(text.slice(link?.start, link?.end), 'C:\\\\src\\\\new\\\\Cart.cs:line 31');
		});

		it('reads an escaped stack trace whose message contains quotation marks', () => {
			for (const message of ['no \\"cart\\"', 'unexpected "}', 'no "cart"']) {
				const line = `java.lang.Error: ${message}\\n\\tat com.acme.shop.Cart.add(Cart.kt:40)`;
				assert.equal(read(line)[0]?.trace.sections[0]?.header?.type, 'java.lang.Error', line);
			}
		});

		it('reads stack traces with all kinds of line endings', () => {
			for (const end of ['\r\n', '\r', '\n']) {
				const text = `a${end}${java.replaceAll('\n', end)}${end}b`;
				assert.deepEqual(linked(text, read(text)), ['Cart.kt:40', 'Main.java:3']);
			}
		});
	});

	describe('stack traces in CSV', () => {
		const header = 'error_datetime,error,error_json,os_name\n';
		const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
		const row = (error: string, json = '') =>
			`2026-11-19 10:22:07,${quoted(error)},${json && quoted(json)},android\r\n`;

		it('finds stack traces in the same CSV cells as csv-parse and returns their positions', () => {
			const text = `\ufeff${header}${samples.map((sample) => row(sample.text)).join('')}`;
			const cells = (parse(text, { bom: true, from_line: 2 }) as string[][]).map(([, error = '']) => error);
			assert.deepEqual(
				cells,
				samples.map((sample) => sample.text),
			);
			const traces = read(text, 'csv');
			assert.deepEqual(linked(text, traces), expected(cells));
			assert.deepEqual(linked(text, traces), named(traces));
		});

		it('returns correct link positions in CSV cells with doubled quotes', () => {
			const value = 'a.B: """" said ""\n\tat a.B.c("B".kt:7)\n\tat a."B".d(B.kt:9)';
			const text = header + row(value);
			const [found] = read(text, 'csv');
			assert.equal(found?.text, value);
			for (const { line, start, end } of found.links) {
				const lines: readonly (Frame | RawLine)[] = found.trace.sections.flatMap((section) => section.lines);
				const frame = lines.find((one) => one.line === line);
				assert.ok(frame && frame.kind !== 'raw' && frame.link);
				assert.equal(text.slice(start, end).replaceAll('""', '"'), frame.text.slice(frame.link.start, frame.link.end));
			}
		});

		it('reads stack traces from JSON in a CSV cell', () => {
			const text = header + row('x', JSON.stringify({ screen: 'cart', errors: [{ stack: java }] }));
			const traces = read(text, 'csv');
			assert.deepEqual(
				traces.map((found) => found.text),
				[java],
			);
			assert.deepEqual(linked(text, traces), ['Cart.kt:40', 'Main.java:3']);
		});

		it('parses a stack trace only once if it occurs in several CSV cells', () => {
			const traces = read(header + row(java) + row(java), 'csv');
			assert.equal(traces.length, 2);
			assert.equal(traces[0]?.trace, traces[1]?.trace);
			assert.notEqual(traces[0]?.start, traces[1]?.start);
		});

		it('reads stack traces from unquoted CSV cells and after an unclosed quote', () => {
			const text = `${header}1,at com.acme.Cart.add(Cart.kt:40),,\n2,"${java}`;
			assert.deepEqual(linked(text, read(text, 'csv')), ['Cart.kt:40', 'Cart.kt:40', 'Main.java:3']);
		});
	});

	describe('stack traces in JSON', () => {
		it('finds stack traces in raw JSON text, and links their frames at the correct positions', () => {
			for (const indent of [0, 2, '\t']) {
				const text = JSON.stringify(
					{ data: samples.map((sample) => ({ error: sample.text, os_name: 'x' })) },
					null,
					indent,
				);
				const { data } = JSON.parse(text) as { data: { error: string }[] };
				const traces = read(text, 'json');
				const texts = traces.map((found) => found.text);
				// Some sample errors have no frame.
				assert.deepEqual(
					texts,
					data.map(({ error }) => error).filter((error) => texts.includes(error)),
				);
				assert.ok(texts.length > 0.9 * data.length);
				assert.deepEqual(
					linked(text, traces).map((part) => JSON.parse(`"${part}"`)),
					expected(data.map(({ error }) => error)),
				);
			}
		});

		it('reads stack traces from JSON Lines and from truncated JSON', () => {
			const lines = [1, 2, 3].map((id) => JSON.stringify({ id, error: java }));
			const text = lines.join('\n').slice(0, -30);
			assert.deepEqual(linked(text, read(text, 'json')).slice(0, 4), [
				'Cart.kt:40',
				'Main.java:3',
				'Cart.kt:40',
				'Main.java:3',
			]);
			assert.equal(read(text, 'json').length, 3);
		});

		it('reads a stack trace from a JSON document that is a single string', () => {
			assert.deepEqual(
				read(JSON.stringify(java), 'json').map((found) => found.text),
				[java],
			);
		});
	});

	it('finds stack traces in text of unknown format', () => {
		const json = JSON.stringify({ error: java });
		for (const text of [
			java,
			`11-20 10:00:00.000 1 1 E App: before\n${java}`,
			json,
			JSON.stringify(java),
			`${json}\n${json}`,
		]) {
			const traces = read(text, 'any');
			assert.ok(traces.length > 0, text);
			assert.deepEqual(traces[0]?.trace.sections, read(java)[0]?.trace.sections);
		}
		assert.deepEqual(read('[1, 2]', 'any'), []);
	});

	it('finds only valid links in text, CSV or JSON that was truncated at an arbitrary character', () => {
		const text = `x,y\n1,"${java.replaceAll('"', '""')}"\n`;
		for (const format of ['text', 'csv', 'json'] as const) {
			for (let end = 0; end < text.length; end++) {
				for (const { links } of read(text.slice(0, end), format)) {
					assert.ok(links.every((link) => link.start < link.end && link.end <= end));
				}
			}
		}
	});

	measured('finds stack traces in time proportional to the length of the text', () => {
		const log = `${java
			.split('\n')
			.map((line) => `11-20 10:00:00.000  1234  1250 E AndroidRuntime: ${line}`)
			.join('\n')}\n`;
		const texts: Record<'text' | 'csv' | 'json', string> = {
			text: log,
			csv: `1,"${java.replaceAll('"', '""')}",2\n`,
			json: `${JSON.stringify({ error: java })}\n`,
		};
		const hostile = ['"'.repeat(400), '[', '{"a":', '\\n', ' 10:00:00', '""",'];
		for (const format of ['text', 'csv', 'json'] as const) {
			for (const piece of [texts[format], ...hostile]) {
				assertGrowsWithSize((size) => {
					const text = piece.repeat(Math.ceil(size / piece.length));
					return () => read(text, format);
				}, 100_000);
			}
		}
	});
});

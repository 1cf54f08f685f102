import * as assert from 'node:assert/strict';
import { runSynchronously } from '../../../../../src/core/common/cooperativeTask';
import { inBatches } from '../../../../../src/core/records/write/batches';
import { type RecordFormat, recordFormat } from '../../../../../src/core/records/write/recordFormats';

/** Character pairs that must not be split. The text consists of such pairs, so that every boundary could split one. */
const pairs = ['💥', '\r\n', '\\|', ';=', '"+', ' @', '\n-', 'ab', '``', '||', '\\\\'];
const long = 300_000;

const written = (format: RecordFormat, text: string) => runSynchronously(format.record([text, 'b'], 0));
const formatOf = (format: 'csv' | 'json' | 'markdown', spreadsheetSafe = false) =>
	recordFormat({ format, header: true, spreadsheetSafe }, ['a', 'b']);
/** Positions at which a spreadsheet may start a formula. */
const within = /(?=[=+\-@＝＋－＠])(?<=[\t\n\r;]["\s]*)/g;

const isPair = (text: string) => pairs.slice(0, 7).includes(text);

describe('long values written in segments', () => {
	for (const pair of pairs) {
		for (const lead of ['', 'x']) {
			const name = JSON.stringify(lead + pair);
			const text = lead + pair.repeat(long / pair.length);

			it(`does not split a character pair at a segment boundary: ${name}`, () => {
				const slices: string[] = [];
				const whole = runSynchronously(
					inBatches(text, (slice, offset) => {
						assert.equal(text.slice(offset, offset + slice.length), slice);
						slices.push(slice);
						return slice;
					}),
				);
				assert.ok(whole === text && slices.length > 1);
				const parted = slices.slice(1).filter((slice, index) => isPair(`${slices[index]?.at(-1)}${slice[0]}`));
				assert.deepEqual(parted, []);
			});

			it(`writes a long value to CSV and JSON unchanged: ${name}`, () => {
				const quoted = /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
				assert.ok(written(formatOf('csv'), text) === `${quoted},b\r\n`);
				assert.ok(JSON.parse(written(formatOf('json'), text)).a === text);
			});

			it(`escapes formulas in a long value in the same way as in a short value: ${name}`, () => {
				const begun = /^[=+\-@]/.test(text) || text.charCodeAt(0) < 0x20 ? `'${text}` : text;
				const defused = begun.replace(within, "'");
				const quoted = /[",\r\n]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
				assert.ok(written(formatOf('csv', true), text) === `${quoted},b\r\n`);
			});

			it(`escapes Markdown in a long value in the same way as in a short value: ${name}`, () => {
				const line = text
					.replace(/\r\n?|\n/g, ' ')
					.replace(/\\(?=\|)/g, '\\ ')
					.replaceAll('|', '\\|');
				const [run = ''] = /`+/.exec(line) ?? [];
				const fence = '`'.repeat(run.length + 1);
				const pad = run === '' ? '' : ' ';
				const cell = /^[a-z ]*$/.test(line) ? line : `${fence}${pad}${line}${pad}${fence}`;
				assert.ok(written(formatOf('markdown'), text) === `| ${cell} | b |\n`);
			});
		}
	}
});

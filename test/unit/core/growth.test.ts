import { runSynchronously } from '../../../src/core/common/cooperativeTask';
import { orderKey } from '../../../src/core/records/query/values/orderKey';
import { markdownCell, markdownText } from '../../../src/core/records/write/markdown';
import { messageIn } from '../../../src/core/service/errorBody';
import { normaliseMessage } from '../../../src/core/stack/grouping/normaliseMessage';
import { parseTrace } from '../../../src/core/stack/parse/parseTrace';
import { measured } from '../../support/measured';
import { assertGrowsWithSize } from './stack/mapping/support/growth';
import { groupKeyOfText } from './stack/support/groupKeyOfText';

interface Case {
	readonly name: string;
	readonly text: (size: number) => string;
	readonly read: (text: string) => unknown;
	/** Shorter of the two compared lengths. The longer one is eight times as long. */
	readonly size: number;
	/** Number of repetitions per measurement, so that the duration of fast readers can be measured. */
	readonly times: number;
}

const page = (text: string) => messageIn({ text, contentType: 'text/html', whole: true }, '');

const cases: readonly Case[] = [
	{
		name: 'queries of script URLs before an unusual line ending',
		text: (size) => `    at f (${'.js?'.repeat(size / 4)}\u2028:1:1)`,
		read: (text) => parseTrace(text),
		size: 2_000,
		times: 20,
	},
	{
		name: 'queries of script URLs in JavaScriptCore frames',
		text: (size) => `f@${'.js#'.repeat(size / 4)}\u2028:1:1`,
		read: (text) => parseTrace(text),
		size: 2_000,
		times: 20,
	},
	{
		name: 'remarks of LLDB before other words',
		text: (size) => `frame #1: 0x01 a\`b${' [opt]'.repeat(size / 6)}.`,
		read: (text) => parseTrace(text),
		size: 2_000,
		times: 100,
	},
	{
		name: 'suffixes of compilers before other words',
		text: (size) => `#00 pc 01 a.so (b${'.isra.1'.repeat(size / 7)}-)`,
		read: (text) => parseTrace(text),
		size: 2_000,
		times: 100,
	},
	{
		name: 'periods and brackets in lines that are not frames',
		text: (size) => `a${'.'.repeat(size / 2)}${'('.repeat(size / 2)}\n`.repeat(10),
		read: groupKeyOfText,
		size: 60,
		times: 1,
	},
	{
		name: 'brackets in numbered lines that are not frames',
		text: (size) => `#0 a${'('.repeat(size)}-\n`.repeat(10),
		read: groupKeyOfText,
		size: 120,
		times: 50,
	},
	{
		name: 'zeros that do not form an integer',
		text: (size) => `${'0'.repeat(size)}x`,
		read: (text) => orderKey('integer', text),
		size: 4_000,
		times: 5,
	},
	{
		name: 'Markdown of text that starts with a space',
		text: (size) => ` ${'at a.b(C) '.repeat(size / 10)}.`,
		read: (text) => [markdownText(text), runSynchronously(markdownCell(text))],
		size: 1_000,
		times: 10,
	},
	{
		name: 'page titles that do not end',
		text: (size) => '<title'.repeat(size / 6),
		read: page,
		size: 4_000,
		times: 5,
	},
	{
		name: 'page headings that do not end',
		text: (size) => '<h1'.repeat(size / 3),
		read: page,
		size: 4_000,
		times: 5,
	},
	{
		name: 'quotation marks that open and do not close',
		text: (size) => '“'.repeat(size),
		read: normaliseMessage,
		size: 60,
		times: 500,
	},
];

describe('processing time of untrusted text', () => {
	for (const { name, text, read, size, times } of cases) {
		measured(`processes untrusted text in time proportional to its length: ${name}`, () => {
			assertGrowsWithSize((length) => {
				const made = text(length);
				return () => {
					for (let time = 0; time < times; time++) {
						read(made);
					}
				};
			}, size);
		});
	}
});

import * as assert from 'node:assert/strict';
import { groupWords } from '../../../../../src/shared/groupLabels';
import { asking, textTable, wholeFile } from '../../records/query/support/querying';
import { type CrashSample, crashSamples } from './support/reportSamples';
import { crashDiagnostic, ipsBody, ipsHeader, writeIps } from './support/writeReports';

const key = { kind: 'frames' } as const;

async function groupsOf(errors: readonly string[]) {
	const table = textTable(
		'raw',
		errors.map((error) => [error, 'Crash']),
		['error', 'error_name'],
	);
	const question = { key, order: 'records', descending: true, start: 0, end: 100, trendParts: 0 } as const;
	const { page } = await asking(table).groups({ ...question, view: wholeFile });
	return page.map(({ value, detail, records }) => {
		const { title, place } = groupWords(key, value);
		return [title, place, detail, records];
	});
}

function elsewhere(sample: CrashSample, shift: number): CrashSample {
	return { ...sample, images: sample.images.map((image) => ({ ...image, base: image.base + shift })) };
}

describe('records with JSON crash reports', () => {
	const [first] = crashSamples;
	assert.ok(first);
	const inFunction = (name: string): CrashSample => ({
		...first,
		threads: first.threads.map((thread) => ({
			...thread,
			frames: thread.frames.map((frame) =>
				frame[2]?.includes('Cart.load') ? [0, 8, name, 4, 'Cart.swift', 3] : frame,
			),
		})),
	});

	it('groups JSON crash reports by their frames, regardless of addresses', async () => {
		const errors = Array.from({ length: 20 }, (_, index) =>
			writeIps(elsewhere(inFunction(`Cart.load${'abcdefghij'.charAt(index % 10)}(id:)`), index * 0x4000)),
		);
		const groups = await groupsOf(errors);
		assert.deepEqual(
			groups.map(([title, place, , records]) => `${title} ${place} ${records}`).sort(),
			[...'abcdefghij'].map((letter) => `EXC_BREAKPOINT Cart.load${letter} 2`),
		);
	});

	it('shows the error name instead of the first line of a JSON crash report', async () => {
		const errors = [
			writeIps(first),
			JSON.stringify(crashDiagnostic(first), undefined, 2),
			JSON.stringify(crashDiagnostic(first)),
		];
		for (const error of errors) {
			assert.equal((await groupsOf([error]))[0]?.[2], 'Crash');
		}
	});

	it('groups long JSON crash reports even if their images are at the end', async () => {
		const [waiting] = first.threads;
		assert.ok(waiting);
		const errors = [600, 1200].map((count) => {
			const threads = [...Array.from({ length: count }, () => waiting), ...first.threads];
			return `${JSON.stringify(ipsHeader)}\n${JSON.stringify(ipsBody({ ...first, threads }))}`;
		});
		assert.ok(errors.every((error, index) => error.length > 262_144 === index > 0));
		assert.deepEqual(
			(await groupsOf(errors)).map(([, place, , records]) => [place, records]),
			[['Cart.load', 2]],
		);
	});
});

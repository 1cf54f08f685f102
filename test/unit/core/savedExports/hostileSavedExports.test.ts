import assert from 'node:assert/strict';
import { FieldTable } from '../../../../src/core/plan/fields';
import { isMeantAsSavedExport, parseSavedExport } from '../../../../src/core/savedExports/parseSavedExport';
import { findSavedProblem, maxSavedExportBytes, planOfSaved } from '../../../../src/core/savedExports/savedExport';
import { savedExportFileName, serializeSavedExport } from '../../../../src/core/savedExports/serializeSavedExport';
import { measured } from '../../../support/measured';
import { leastTime } from '../../../support/processorTime';
import { hostileTexts } from './support/hostileTexts';
import { savedText } from './support/savedTexts';

const { runnable, refused } = hostileTexts('https://evil.example/');
const table = new FieldTable();

describe('hostile saved exports', () => {
	it(`parses ${runnable.length + refused.length} hostile saved exports without polluting object prototypes`, () => {
		assert.ok(runnable.length + refused.length >= 40);
		for (const text of [...runnable, ...refused]) {
			const parsed = parseSavedExport(text);
			assert.equal(({} as { polluted?: unknown }).polluted, undefined);
			if (!parsed.ok) {
				assert.ok(parsed.at.start <= parsed.at.end && parsed.at.end <= text.length);
			}
		}
	});

	it('uses only the name, the application and the request of a hostile saved export', () => {
		for (const text of runnable) {
			const parsed = parseSavedExport(text);
			assert.ok(parsed.ok && findSavedProblem(parsed.saved, table) === undefined, text);
			const { saved } = parsed;
			const plan = planOfSaved(saved, { id: saved.application.id ?? '' }, table);
			assert.doesNotMatch(JSON.stringify({ ...plan, application: plan.application.id }), /evil|owned|secret|ana|key/i);
			for (const shown of [saved.name, plan.application.name ?? '']) {
				assert.doesNotMatch(shown, /[\p{Cc}\p{Cf}\u2028\u2029]/u);
			}
			assert.match(savedExportFileName(saved.name), /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}-]*\.json$/u);
		}
	});

	it('rejects hostile saved exports with any error other than an unknown bundle ID', () => {
		for (const text of refused.filter((text) => !text.includes('no.such.app'))) {
			const parsed = parseSavedExport(text);
			assert.ok(!parsed.ok || findSavedProblem(parsed.saved, table) !== undefined, text.slice(0, 300));
		}
	});

	measured('parses any 64 KB file within 50 ms', () => {
		const fill = (piece: string) => piece.repeat(Math.floor(maxSavedExportBytes / piece.length));
		for (const piece of ['{"a":', '[', '"a",', '"type": "app-errors/export@', '<<<<<<< \n', ' ', '{"name":"a"},']) {
			const [text, valid] = [fill(piece), savedText({ x: fill('a ') })];
			const least = leastTime(() => [text, valid].map((one) => [parseSavedExport(one), isMeantAsSavedExport(one)]));
			assert.ok(least < 50, `${least} ms for ${piece}`);
		}
	});

	it('writes no control characters to a saved export', () => {
		const plan = { ...planOfSaved(firstSaved(), { id: '101', name: 'a\u0007\nb' }, table) };
		assert.doesNotMatch(serializeSavedExport({ name: 'x\u0000', plan }).replaceAll('\n', ''), /\p{Cc}/u);
	});
});

function firstSaved() {
	const parsed = parseSavedExport(runnable[0] ?? '');
	assert.ok(parsed.ok);
	return parsed.saved;
}

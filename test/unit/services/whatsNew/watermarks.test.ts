import assert from 'node:assert/strict';
import { Watermarks } from '../../../../src/services/whatsNew/watermarks';
import { fakeMemento, getSet } from './support';

const folder = '/exports/api.example/101/synced-abc123';
const news = { appeared: 3, increased: 2, until: 900, application: 'Shop' };

describe('stored watermarks (times of the last review)', () => {
	it('sets the watermark on review, and reports no new errors on the first review', async () => {
		const watermarks = new Watermarks(fakeMemento());
		assert.equal(watermarks.of(folder), undefined);
		await watermarks.advance(getSet(folder, 500), getSet(folder, 500).facts);
		assert.equal(watermarks.of(folder)?.at, 500);
		assert.equal(watermarks.newsOf(folder), undefined);
		assert.deepEqual(watermarks.news, []);
	});

	it('identifies the watermark of a synced set independently of the library folder', async () => {
		const watermarks = new Watermarks(fakeMemento());
		await watermarks.advance(getSet(folder, 500), getSet(folder, 500).facts);
		assert.equal(watermarks.of('/elsewhere/api.example/101/synced-abc123')?.at, 500);
		assert.equal(watermarks.of('/exports/api.example/101/synced-abc124'), undefined);
	});

	it('keeps new errors across a window reload until they are reviewed', async () => {
		const memento = fakeMemento();
		const watermarks = new Watermarks(memento);
		await watermarks.advance(getSet(folder, 500), getSet(folder, 500).facts);
		await watermarks.saveNews(folder, 500, news);
		assert.deepEqual(new Watermarks(memento).newsOf(folder), news);
		await watermarks.advance(getSet(folder, 900), getSet(folder, 900).facts);
		assert.equal(watermarks.newsOf(folder), undefined);
		assert.deepEqual([watermarks.of(folder)?.at, watermarks.of(folder)?.earlier], [900, [500]]);
	});

	it("clears new errors on a review even if the watermark can't be advanced", async () => {
		const watermarks = new Watermarks(fakeMemento());
		await watermarks.advance(getSet(folder, 500), getSet(folder, 500).facts);
		await watermarks.saveNews(folder, 500, news);
		// The stopped update left a gap.
		const stopped = getSet(folder, 900, { updatedAt: 500 });
		await watermarks.advance(stopped, {
			covers: [
				{ since: 0, until: 500 },
				{ since: 800, until: 900 },
			],
		});
		assert.deepEqual([watermarks.of(folder)?.at, watermarks.newsOf(folder)], [500, undefined]);
	});

	it('ignores new errors that were found for an earlier watermark', async () => {
		const watermarks = new Watermarks(fakeMemento());
		await watermarks.advance(getSet(folder, 500), getSet(folder, 500).facts);
		await watermarks.saveNews(folder, 500, news);
		await watermarks.move(folder, 'https://api.example', 200);
		assert.equal(watermarks.newsOf(folder), undefined);
		await watermarks.saveNews(folder, 500, news);
		assert.equal(watermarks.newsOf(folder), undefined);
		assert.deepEqual([watermarks.of(folder)?.at, watermarks.of(folder)?.earlier], [200, [500]]);
	});

	it('deletes a watermark together with its synced set, and all watermarks when all data is cleared', async () => {
		const memento = fakeMemento();
		const watermarks = new Watermarks(memento);
		const other = '/exports/api.example/102/synced-zzz999';
		await watermarks.advance(getSet(folder, 500), getSet(folder, 500).facts);
		await watermarks.advance(getSet(other, 500), getSet(other, 500).facts);
		await watermarks.forget(folder);
		assert.deepEqual([watermarks.of(folder), watermarks.of(other)?.at], [undefined, 500]);
		await watermarks.forgetAll();
		assert.deepEqual(memento.keys(), []);
	});

	it('keeps the watermarks of a signed-out service but deletes its new errors', async () => {
		const watermarks = new Watermarks(fakeMemento());
		await watermarks.advance(getSet(folder, 500), getSet(folder, 500).facts);
		await watermarks.saveNews(folder, 500, news);
		await watermarks.forgetNews(({ service }) => service !== 'https://api.example');
		assert.equal(watermarks.news.length, 1);
		await watermarks.forgetNews(({ service }) => service === 'https://api.example');
		assert.deepEqual([watermarks.news, watermarks.of(folder)?.at], [[], 500]);
	});

	it('fires a change event when a watermark changes', async () => {
		const watermarks = new Watermarks(fakeMemento());
		let told = 0;
		const listening = watermarks.onDidChange(() => told++);
		await watermarks.advance(getSet(folder, 500), getSet(folder, 500).facts);
		assert.equal(told, 1);
		await watermarks.advance(getSet(folder, 500), getSet(folder, 500).facts);
		assert.equal(told, 1);
		listening.dispose();
		await watermarks.forget(folder);
		assert.equal(told, 1);
	});
});

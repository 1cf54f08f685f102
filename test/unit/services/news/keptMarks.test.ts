import assert from 'node:assert/strict';
import { KeptMarks } from '../../../../src/services/news/keptMarks';
import { fakeMemento, setOf } from './support';

const folder = '/exports/api.example/101/kept-abc123';
const news = { appeared: 3, grown: 2, until: 900, application: 'Shop' };

describe('marks of kept sets', () => {
	it('are set by looking, and a first look has no news', async () => {
		const marks = new KeptMarks(fakeMemento());
		assert.equal(marks.of(folder), undefined);
		await marks.look(setOf(folder, 500), setOf(folder, 500).facts);
		assert.equal(marks.of(folder)?.at, 500);
		assert.equal(marks.newsOf(folder), undefined);
		assert.deepEqual(marks.news, []);
	});

	it('are of a set, wherever its library is', async () => {
		const marks = new KeptMarks(fakeMemento());
		await marks.look(setOf(folder, 500), setOf(folder, 500).facts);
		assert.equal(marks.of('/elsewhere/api.example/101/kept-abc123')?.at, 500);
		assert.equal(marks.of('/exports/api.example/101/kept-abc124'), undefined);
	});

	it('keep what came since, over a reload, until somebody looks', async () => {
		const memento = fakeMemento();
		const marks = new KeptMarks(memento);
		await marks.look(setOf(folder, 500), setOf(folder, 500).facts);
		await marks.keepNews(folder, 500, news);
		assert.deepEqual(new KeptMarks(memento).newsOf(folder), news);
		await marks.look(setOf(folder, 900), setOf(folder, 900).facts);
		assert.equal(marks.newsOf(folder), undefined);
		assert.deepEqual([marks.of(folder)?.at, marks.of(folder)?.earlier], [900, [500]]);
	});

	it('lose what came since by a look that leaves them where they are', async () => {
		const marks = new KeptMarks(fakeMemento());
		await marks.look(setOf(folder, 500), setOf(folder, 500).facts);
		await marks.keepNews(folder, 500, news);
		// An update that was stopped left a hole.
		const stopped = setOf(folder, 900, { updatedAt: 500 });
		await marks.look(stopped, {
			covers: [
				{ since: 0, until: 500 },
				{ since: 800, until: 900 },
			],
		});
		assert.deepEqual([marks.of(folder)?.at, marks.newsOf(folder)], [500, undefined]);
	});

	it('take no news about where they were before they were moved', async () => {
		const marks = new KeptMarks(fakeMemento());
		await marks.look(setOf(folder, 500), setOf(folder, 500).facts);
		await marks.keepNews(folder, 500, news);
		await marks.move(folder, 'https://api.example', 200);
		assert.equal(marks.newsOf(folder), undefined);
		await marks.keepNews(folder, 500, news);
		assert.equal(marks.newsOf(folder), undefined);
		assert.deepEqual([marks.of(folder)?.at, marks.of(folder)?.earlier], [200, [500]]);
	});

	it('go with their set, and all with all data', async () => {
		const memento = fakeMemento();
		const marks = new KeptMarks(memento);
		const other = '/exports/api.example/102/kept-zzz999';
		await marks.look(setOf(folder, 500), setOf(folder, 500).facts);
		await marks.look(setOf(other, 500), setOf(other, 500).facts);
		await marks.forget(folder);
		assert.deepEqual([marks.of(folder), marks.of(other)?.at], [undefined, 500]);
		await marks.forgetAll();
		assert.deepEqual(memento.keys(), []);
	});

	it('stay where nobody can look any more, without their news', async () => {
		const marks = new KeptMarks(fakeMemento());
		await marks.look(setOf(folder, 500), setOf(folder, 500).facts);
		await marks.keepNews(folder, 500, news);
		await marks.forgetNews(({ service }) => service !== 'https://api.example');
		assert.equal(marks.news.length, 1);
		await marks.forgetNews(({ service }) => service === 'https://api.example');
		assert.deepEqual([marks.news, marks.of(folder)?.at], [[], 500]);
	});

	it('tell that they changed', async () => {
		const marks = new KeptMarks(fakeMemento());
		let told = 0;
		const listening = marks.onDidChange(() => told++);
		await marks.look(setOf(folder, 500), setOf(folder, 500).facts);
		assert.equal(told, 1);
		// Nothing is written where nothing is another.
		await marks.look(setOf(folder, 500), setOf(folder, 500).facts);
		assert.equal(told, 1);
		listening.dispose();
		await marks.forget(folder);
		assert.equal(told, 1);
	});
});

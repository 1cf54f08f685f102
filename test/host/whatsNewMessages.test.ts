import assert from 'node:assert/strict';
import { describeNews, explainBadge, explainNews, spokenNews } from '../../src/wording/whatsNewMessages';

/** Phrases for claims that error records can't support. */
const forbidden = /users?\b|crash-free|caused by/i;

describe('messages about new errors', () => {
	it('summarizes new errors in the tree, and describes them fully in the tooltip and accessibility label', () => {
		assert.deepEqual(describeNews({ appeared: 3, increased: 2 }), ['3 new', '2 increased']);
		assert.deepEqual(describeNews({ appeared: 0, increased: 1 }), ['1 increased']);
		assert.deepEqual(describeNews({ appeared: 0, increased: 0 }), []);
		assert.deepEqual(spokenNews({ appeared: 1, increased: 1 }), ['1 new error', '1 error increased']);
		assert.deepEqual(spokenNews({ appeared: 1_200, increased: 0 }), ['1,200 new errors']);
		assert.equal(
			explainNews({ appeared: 3, increased: 2 }, 'Nov 20, 2026, 09:02'),
			'Since last reviewed (Nov 20, 2026, 09:02): 3 new errors, 2 errors increased, compared with the preceding weeks. Use "What\'s New…" to see these errors. The badge is cleared after you review them.',
		);
	});

	it('shows the number of new errors per application in the badge tooltip', () => {
		const sets = [
			{ application: 'Shop', appeared: 2, increased: 5 },
			{ application: 'Game', appeared: 1, increased: 0 },
			{ application: 'Quiet', appeared: 0, increased: 4 },
		];
		assert.equal(explainBadge(sets), '3 new errors in synced records since your last review\nShop: 2\nGame: 1');
	});

	it("describes new errors without claims that the records can't support", () => {
		const all = [0, 1, 2].flatMap((appeared) =>
			[0, 1, 2].flatMap((increased) => {
				const news = { appeared, increased };
				return [...spokenNews(news), explainNews(news, 'x'), explainBadge([{ ...news, application: 'Shop' }])];
			}),
		);
		assert.deepEqual(
			all.filter((text) => forbidden.test(text)),
			[],
		);
	});
});

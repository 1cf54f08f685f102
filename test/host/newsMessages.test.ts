import assert from 'node:assert/strict';
import { describeNews, explainBadge, explainNews, spokenNews } from '../../src/wording/newsMessages';

/** What records of errors cannot tell. */
const forbidden = /users?\b|crash-free|caused by/i;

describe('the words for what is new', () => {
	it('are few in the tree, and whole when they are heard or pointed at', () => {
		assert.deepEqual(describeNews({ appeared: 3, grown: 2 }), ['3 new', '2 grown']);
		assert.deepEqual(describeNews({ appeared: 0, grown: 1 }), ['1 grown']);
		assert.deepEqual(describeNews({ appeared: 0, grown: 0 }), []);
		assert.deepEqual(spokenNews({ appeared: 1, grown: 1 }), ['1 new group of errors', '1 grown group of errors']);
		assert.deepEqual(spokenNews({ appeared: 1_200, grown: 0 }), ['1,200 new groups of errors']);
		assert.equal(
			explainNews({ appeared: 3, grown: 2 }, 'Nov 20, 2026, 09:02'),
			"Since you last looked (Nov 20, 2026, 09:02): 3 new groups of errors, 2 grown groups of errors, beside as long before. What's New… shows them; it is gone once you have looked.",
		);
	});

	it('of the badge tell how many are of which application', () => {
		const sets = [
			{ application: 'Shop', appeared: 2, grown: 5 },
			{ application: 'Game', appeared: 1, grown: 0 },
			{ application: 'Quiet', appeared: 0, grown: 4 },
		];
		assert.equal(explainBadge(sets), '3 new groups of errors in kept records since you last looked\nShop: 2\nGame: 1');
	});

	it('claim nothing that records of errors cannot tell', () => {
		const all = [0, 1, 2].flatMap((appeared) =>
			[0, 1, 2].flatMap((grown) => {
				const news = { appeared, grown };
				return [...spokenNews(news), explainNews(news, 'x'), explainBadge([{ ...news, application: 'Shop' }])];
			}),
		);
		assert.deepEqual(
			all.filter((text) => forbidden.test(text)),
			[],
		);
	});
});

import assert from 'node:assert/strict';
import type { OverviewState } from '../../../src/shared/protocols/overviewProtocol';
import { hostileText } from '../../support/webview/fakeRecords';
import {
	eightApplications,
	listed,
	type OverviewPage,
	overviewRow,
	ratesByVersion,
	recentNumbers,
	syncStatus,
	useOverviewBrowser,
} from '../../support/webview/overviewPage';

const notSynced = {
	news: undefined,
	recent: undefined,
	status: syncStatus({ text: 'not synced', offers: 'start' }),
} as const;

const states: readonly (readonly [string, OverviewState])[] = [
	['signed-out', { kind: 'signedOut' }],
	['loading', { kind: 'loading' }],
	['no-applications', listed([])],
	[
		'nothing-synced',
		listed([overviewRow('101', 'Shop for Android', notSynced), overviewRow('102', 'Notes', notSynced)]),
	],
	['failed', listed(eightApplications.slice(0, 2), 'No connection. The service can’t be reached.')],
	['hostile', listed([overviewRow('101', hostileText, { details: hostileText })])],
];

/** Returns by how much the table is wider than the page. */
function pixelsBeyond({ page }: OverviewPage): Promise<number> {
	return page.evaluate(() => {
		const body = document.querySelector('.overview-body');
		return body ? body.scrollWidth - body.clientWidth : -1;
	});
}

describe('screenshots of the overview', () => {
	const browser = useOverviewBrowser();

	const rated = eightApplications.map((row, index) =>
		index === 1 || index > 5 ? row : { ...row, recent: recentNumbers({ ...row.recent, rates: ratesByVersion }) },
	);
	for (const [width, height] of [
		[1440, 900],
		[800, 600],
		[450, 900],
	] as const) {
		it(`renders the overview with and without rates in every theme at ${width} px`, async () => {
			const staged = await browser.open(listed(eightApplications), { width, height });
			for (const [name, rows] of [
				['rates', rated],
				['no-rates', eightApplications],
			] as const) {
				await staged.show(listed(rows));
				await staged.inEachTheme(async (theme) => {
					await staged.screenshot(`${name}-${theme}-${width}`);
					// Colors don't depend on the width, and the elements don't depend on the theme.
					if (width === 1440 || theme === 'light') await staged.assertAccessibleIn(theme);
					assert.equal(await pixelsBeyond(staged), 0);
				});
			}
		});
	}

	for (const [name, state] of states) {
		it(`renders the overview in the state "${name}"`, async () => {
			const staged = await browser.open(state);
			await staged.screenshot(name);
			await staged.assertAccessible();
			assert.equal(await staged.page.evaluate(() => 'hacked' in window), false);
		});
	}
});

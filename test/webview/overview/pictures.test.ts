import assert from 'node:assert/strict';
import type { OverviewState } from '../../../src/shared/protocols/overviewProtocol';
import { hostileText } from '../../support/webview/fakeRecords';
import {
	allThemes,
	eightApplications,
	listed,
	overviewRow,
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

describe('screenshots of the overview', () => {
	const browser = useOverviewBrowser();

	for (const theme of allThemes) {
		for (const [width, height] of [
			[1440, 900],
			[800, 600],
			[450, 900],
		] as const) {
			it(`renders the overview in ${theme} at ${width} px`, async () => {
				const staged = await browser.open(listed(eightApplications), { theme, width, height });
				await staged.settled();
				await staged.screenshot(`${theme}-${width}`);
				await staged.assertAccessible();
				const beyond = await staged.page.evaluate(() => {
					const body = document.querySelector('.overview-body');
					return body ? body.scrollWidth - body.clientWidth : -1;
				});
				assert.equal(beyond, 0);
			});
		}
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

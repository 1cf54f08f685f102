import { join } from 'node:path';
import type {
	OverviewRow,
	OverviewState,
	OverviewStatus,
	RecentNumbers,
} from '../../../src/shared/protocols/overviewProtocol';
import type { ActiveRates } from '../../../src/shared/triage';
import { webviewEnvironment } from '../../webview/support/environment';
import { isWhole } from '../length';
import { type HarnessOptions, StagedPage, usePageBrowser } from './stagedPage';

export { allThemes } from './stagedPage';

export class OverviewPage extends StagedPage {
	rows(): Promise<string[]> {
		return this.page
			.locator('.overview-row')
			.evaluateAll((rows) =>
				rows.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText.trim()).join(' | ')),
			);
	}

	names(): Promise<string[]> {
		return this.page.locator('.overview-open').allInnerTexts();
	}

	async show(state: OverviewState): Promise<void> {
		await this.page.evaluate((shown) => window.fakeOverview.say('show', shown), state);
		await this.settled();
	}

	async screenshot(name: string): Promise<void> {
		if (isWhole) {
			await this.page.screenshot({ path: join(webviewEnvironment().screenshots, `overview-${name}.png`) });
		}
	}
}

export function useOverviewBrowser(): {
	open(state: OverviewState, options?: HarnessOptions): Promise<OverviewPage>;
} {
	const browser = usePageBrowser('overview', OverviewPage);
	return { open: (state, options = {}) => browser.open(options, { state }, '.overview-body') };
}

const usual = [612, 640, 598, 655, 630, 420, 410];
const month = [...usual, ...usual, ...usual, ...usual];

export function recentNumbers(change: Partial<RecentNumbers> = {}): RecentNumbers {
	return { records: 4_310, devices: 1_204, rates: undefined, counts: [...month, 388], spike: undefined, ...change };
}

export const ratesByVersion: ActiveRates = {
	span: { first: '2025-11-13', last: '2025-11-19' },
	total: { affected: 1_540, active: 81_000 },
	versions: [
		{ version: '3.2.0', affected: 61, active: 10_250 },
		{ version: '3.1.4', affected: 1_470, active: 70_250 },
		{ version: '3.0.9', affected: 9, active: 500 },
	],
};

export function overviewRow(id: string, name: string, change: Partial<OverviewRow> = {}): OverviewRow {
	return {
		id,
		name,
		details: '',
		platform: undefined,
		news: { appeared: 0, increased: 0 },
		newsNote: '',
		recent: recentNumbers(),
		status: syncStatus(),
		...change,
	};
}

export function syncStatus(change: Partial<OverviewStatus> = {}): OverviewStatus {
	return { text: 'synced at 09:02', details: '', isProblem: false, offers: 'now', ...change };
}

export const eightApplications: readonly OverviewRow[] = [
	overviewRow('101', 'Shop for Android', {
		platform: 'android',
		news: { appeared: 3, increased: 2 },
		recent: recentNumbers({ records: 12_430, devices: 3_210, counts: [...month, 1_504], spike: 4.1 }),
	}),
	overviewRow('102', 'Shop for iOS', { platform: 'ios', news: { appeared: 1, increased: 0 } }),
	overviewRow('103', 'Notes', {
		recent: recentNumbers({ devices: undefined }),
		status: syncStatus({
			text: 'token not accepted · synced at Nov 21, 18:40',
			details: 'The sync at 09:02 failed.',
			isProblem: true,
		}),
	}),
	overviewRow('104', 'Checkout on the web', {
		platform: 'web',
		recent: recentNumbers({ devices: 'counting' }),
		status: syncStatus({ text: 'syncing…', offers: undefined }),
	}),
	overviewRow('105', 'Warehouse for Windows', {
		platform: 'windows',
		details: 'app_version_name = 2.4.1',
		news: undefined,
		newsNote: 'not reviewed yet',
	}),
	overviewRow('106', 'Kiosk', {
		platform: 'desktop',
		recent: recentNumbers({ records: 12, devices: 4, counts: [0, 0, 3, 0, 9, 0] }),
		status: syncStatus({ text: 'paused · synced at Nov 2, 10:00', offers: 'resume' }),
	}),
	overviewRow('107', 'Courier', {
		news: undefined,
		recent: undefined,
		status: syncStatus({ text: 'not synced', offers: 'start' }),
	}),
	overviewRow('108', `Loyalty programme with a very long name ${'and more '.repeat(6)}`, {
		news: undefined,
		recent: undefined,
		status: syncStatus({ text: "can't be read", isProblem: true, offers: undefined }),
	}),
];

export function listed(rows: readonly OverviewRow[], failure?: string): OverviewState {
	return { kind: 'listed', rows, failure };
}

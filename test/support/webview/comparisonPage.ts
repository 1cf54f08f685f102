import { join } from 'node:path';
import { webviewEnvironment } from '../../webview/support/environment';
import { isWhole } from '../length';
import type { FakeComparisonOptions } from './fakeComparisonHost';
import { type HarnessOptions, StagedPage, usePageBrowser } from './stagedPage';

export { allThemes } from './stagedPage';

export interface ComparisonPageOptions extends FakeComparisonOptions, HarnessOptions {}

export class ComparisonPage extends StagedPage {
	fold(name: string) {
		return this.page.locator('.fold', { has: this.page.locator('.fold-name', { hasText: new RegExp(`^${name}$`) }) });
	}

	async drawn(): Promise<void> {
		await this.page.locator('.fold, .list-note:not([hidden])').first().waitFor();
		await this.settled();
	}

	async screenshot(name: string): Promise<void> {
		if (isWhole) {
			await this.page.screenshot({ path: join(webviewEnvironment().screenshots, `comparison-${name}.png`) });
		}
	}
}

export function useComparisonBrowser(): { open(options?: ComparisonPageOptions): Promise<ComparisonPage> } {
	const browser = usePageBrowser('comparison', ComparisonPage);
	return {
		open: ({ theme, variables, width, height, ...hostOptions } = {}) =>
			browser.open({ theme, variables, width, height }, hostOptions, '.panes, [role=alert], [role=progressbar]'),
	};
}

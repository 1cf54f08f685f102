import { join } from 'node:path';
import { webviewEnvironment } from '../../webview/support/environment';
import type { FakeComparisonOptions } from './fakeComparisonHost';
import { StagedPage, type StageOptions, usePageBrowser } from './stagedPage';

export { allThemes } from './stagedPage';

export interface ComparisonPageOptions extends FakeComparisonOptions, StageOptions {}

/** One loaded page of a comparison. */
export class ComparisonPage extends StagedPage {
	/** A fold by its name. */
	fold(name: string) {
		return this.page.locator('.fold', { has: this.page.locator('.fold-name', { hasText: new RegExp(`^${name}$`) }) });
	}

	/** Waits until the folds and the first groups are here. */
	async drawn(): Promise<void> {
		await this.page.locator('.fold').first().waitFor();
		await this.settled();
	}

	/** The picture lands among the others that people look at. */
	async screenshot(name: string): Promise<void> {
		await this.page.screenshot({ path: join(webviewEnvironment().screenshots, `comparison-${name}.png`) });
	}
}

/** One browser for the suite it is called in; pages that a test leaves open are closed after it. */
export function useComparisonBrowser(): { open(options?: ComparisonPageOptions): Promise<ComparisonPage> } {
	const browser = usePageBrowser('comparison', ComparisonPage);
	return {
		open: ({ theme, variables, width, height, ...hostOptions } = {}) =>
			browser.open({ theme, variables, width, height }, hostOptions, '.panes, [role=alert], [role=progressbar]'),
	};
}

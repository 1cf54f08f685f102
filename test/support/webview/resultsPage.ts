import assert from 'node:assert/strict';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { RecordFilter, View } from '../../../src/shared/results';
import { webviewEnvironment } from '../../webview/support/environment';
import { isWhole } from '../length';
import type { FakeHostOptions } from './fakeHost';
import { type HarnessOptions, StagedPage, usePageBrowser } from './stagedPage';

export { allThemes, type Theme, type ThemeVariables } from './stagedPage';

export interface PageOptions extends FakeHostOptions, HarnessOptions {}

export class ResultsView extends StagedPage {
	async filters(expected: readonly RecordFilter[]): Promise<void> {
		const shown = async () => ((await this.calls('page')).at(-1) as { view: View }).view.filters;
		for (let tries = 0; tries < 40 && !isDeepStrictEqual(await shown(), expected); tries++) {
			await this.settled();
		}
		assert.deepEqual(await shown(), expected);
	}

	chips(): Promise<string[]> {
		return this.page
			.locator('.chip')
			.allInnerTexts()
			.then((texts) => texts.map((text) => text.replace(/\s+/g, ' ').trim()));
	}

	async count(words: string | RegExp): Promise<void> {
		await this.page.locator('.header-count', { hasText: words }).waitFor();
	}

	async drawn(): Promise<void> {
		const parts = ['.group:not(.loading)', '.plot-picture .bars', '.grid-host [role=row] >> nth=4', '.fields tr'];
		for (const part of parts) {
			await this.page.locator(part).first().waitFor({ state: 'attached' });
		}
		await this.settled();
	}

	async screenshot(name: string): Promise<void> {
		if (isWhole) {
			await this.page.screenshot({ path: join(webviewEnvironment().screenshots, `view-${name}.png`) });
		}
	}
}

export function useResultsBrowser(): { open(options?: PageOptions): Promise<ResultsView> } {
	const browser = usePageBrowser('results', ResultsView);
	return {
		open: ({ theme, variables, width, height, ...hostOptions } = {}) =>
			browser.open({ theme, variables, width, height }, hostOptions, '.workbench, [role=alert]'),
	};
}

import { element, fill } from '../../common/dom/element';
import { visibleText } from '../../common/dom/visibleText';
import type { Context } from '../context/context';

/** Shows a link to the group's first own frame. Shows nothing if the workspace doesn't contain its source file. */
export async function showOwnFrame(
	root: HTMLElement,
	{ store, host, announce, fail, t }: Context,
	number: number,
	signal: AbortSignal,
): Promise<void> {
	for (const name of ['error', 'error_json']) {
		const column = store.state.info.columns.findIndex((known) => known.name === name);
		const view = column < 0 ? undefined : await host.call('trace', { number, column, original: false }, { signal });
		const line = view?.lines.findIndex(({ first }) => first) ?? -1;
		const found = view?.lines[line];
		if (found?.link) {
			const { text, link } = found;
			const words = visibleText(text.slice(link.start, link.end));
			const original = view?.shown === 'original';
			const open = ({ ctrlKey, metaKey, altKey }: MouseEvent) => {
				const beside = ctrlKey || metaKey || altKey;
				host.call('openFrame', { number, column, original, line, text, beside }).then(announce, fail);
			};
			const title = t('Open the source file (Ctrl+click to open it to the side)');
			fill(root, element('button', { type: 'button', class: 'link detail-frame', title, on: { click: open } }, words));
			return;
		}
	}
	fill(root);
}

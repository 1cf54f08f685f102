import { linkButton } from '../../common/dom/button';
import { element, fill } from '../../common/dom/element';
import type { Context } from '../context/context';

export class CompareBar {
	readonly root = element('div', { class: 'compare-bar', hidden: true });
	private readonly onlyDiffering = element('input', { type: 'checkbox' });

	constructor(
		private readonly context: Context,
		onChange: () => void,
	) {
		this.onlyDiffering.addEventListener('change', onChange);
	}

	get showsOnlyDiffering(): boolean {
		return this.onlyDiffering.checked;
	}

	/** Updates the bar. `waiting` means that the user has not selected another record yet. */
	draw(state: 'hidden' | 'waiting' | 'comparing'): void {
		const { store, t } = this.context;
		this.root.hidden = state === 'hidden';
		if (state !== 'hidden') {
			fill(
				this.root,
				state === 'waiting'
					? element('span', {}, t('Select a record to compare with.'))
					: element('label', { class: 'form-check' }, this.onlyDiffering, t('Show only fields that differ')),
				linkButton(t('Stop Comparing'), () => store.dispatch({ kind: 'comparedWith', number: undefined })),
			);
		}
	}
}

import { iconButton, setPressed, toggleButton } from '../../common/dom/button';
import { element, fill, setAttribute } from '../../common/dom/element';
import { icon } from '../../common/dom/icon';
import { oneStop } from '../../common/dom/oneStop';
import type { Context } from '../context/context';
import { isTriage } from '../state/triage';
import type { State } from '../state/viewState';

interface RecordHeadActions {
	step(by: 1 | -1, inGroup: boolean): void;
	openCopyMenu(anchor: HTMLElement): void;
}

export class RecordHead {
	readonly root: HTMLElement;
	private readonly position = element('span', { class: 'pane-count' });
	private readonly compareButton: HTMLButtonElement;
	private readonly placeButton = iconButton('beside', '', () => this.togglePlace());
	private readonly closeButton: HTMLButtonElement;
	private readonly stepsInGroup: readonly HTMLButtonElement[];

	constructor(
		private readonly context: Context,
		search: HTMLElement,
		{ step, openCopyMenu }: RecordHeadActions,
	) {
		const { store, t } = context;
		this.compareButton = toggleButton('compare', t('Compare with Another Record'), () => {
			const { comparedWith, selection } = store.state;
			store.dispatch({ kind: 'comparedWith', number: comparedWith === undefined ? selection?.number : undefined });
		});
		this.stepsInGroup = [
			iconButton('chevronLeft', t('Previous Record in Group'), () => step(-1, true)),
			iconButton('chevronRight', t('Next Record in Group'), () => step(1, true)),
		];
		this.closeButton = iconButton('close', t('Hide Record Details'), () =>
			store.dispatch({ kind: 'paneToggled', pane: 'record', shown: false }),
		);
		this.root = element(
			'div',
			{ class: 'pane-head', role: 'toolbar', 'aria-label': t('Record Details') },
			element('h2', { class: 'pane-title' }, t('Record Details')),
			this.position,
			element(
				'div',
				{ class: 'step-buttons' },
				iconButton('arrowUp', t('Previous Record'), () => step(-1, false)),
				iconButton('arrowDown', t('Next Record'), () => step(1, false)),
				...this.stepsInGroup,
			),
			element('span', { class: 'spring' }),
			search,
			this.compareButton,
			iconButton('copy', t('Copy…'), ({ currentTarget }) => openCopyMenu(currentTarget as HTMLElement)),
			this.placeButton,
			this.closeButton,
		);
		oneStop(this.root);
		this.updatePosition(store.state);
		this.updatePlace();
	}

	updateCompare(isComparing: boolean, canCompare: boolean): void {
		setPressed(this.compareButton, isComparing);
		this.compareButton.disabled = !canCompare;
	}

	updatePosition(state: State): void {
		const { selection, count, info } = state;
		const { t, formats } = this.context;
		if (!selection) {
			this.position.textContent = '';
			return;
		}
		const { number, position } = selection;
		const inFile = t('Record {0} of the file', formats.count(number + 1));
		if (position === undefined) {
			this.position.textContent = info.naturalOrder ? t('not matching the filters') : inFile;
			return;
		}
		const [here, of] = [formats.count(position + 1), count === undefined ? '…' : formats.count(count)];
		// Shows the position in the file, because the grid, comparisons, and Go to Record use the same number.
		this.position.textContent =
			info.naturalOrder || position === number
				? t('Record {0} of {1}', here, of)
				: [t('{0} of {1}', here, of), inFile].join(' · ');
	}

	updatePlace(): void {
		const { store, t } = this.context;
		const triage = isTriage(store.state);
		this.placeButton.hidden = this.closeButton.hidden = triage;
		for (const button of this.stepsInGroup) {
			// In the triage layout, all displayed records belong to the selected group, so the button would have no effect.
			button.hidden = triage;
		}
		const isBelow = store.state.panes.recordPlace === 'below';
		const label = isBelow ? t('Move Beside Records') : t('Move Below Records');
		this.placeButton.title = label;
		setAttribute(this.placeButton, 'aria-label', label);
		fill(this.placeButton, icon(isBelow ? 'beside' : 'below'));
	}

	private togglePlace(): void {
		const { store } = this.context;
		const recordPlace = store.state.panes.recordPlace === 'below' ? 'beside' : 'below';
		store.dispatch({ kind: 'panesLaidOut', panes: { recordPlace, recordSize: undefined } });
	}
}

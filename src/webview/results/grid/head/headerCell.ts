import { element } from '../../../common/dom/element';
import { icon } from '../../../common/dom/icon';
import type { Translate } from '../../../common/format/translate';
import type { ShownColumn } from '../model/columnLayout';
import { placeInColumn } from '../rows/cell';

interface HeaderState {
	readonly shown: ShownColumn;
	readonly sort: { readonly rank: number; readonly of: number; readonly descending: boolean } | undefined;
	readonly filtered: boolean;
	readonly active: boolean;
}

export class HeaderCell {
	readonly element: HTMLElement;
	readonly menuButton: HTMLButtonElement;
	readonly edge = element('div', { class: 'grid-edge' });
	private readonly title = element('span', { class: 'grid-title' });
	private readonly mark = element('span', { class: 'grid-sort-mark', 'aria-hidden': 'true' });
	private state: HeaderState | undefined;

	constructor(private readonly t: Translate) {
		this.menuButton = element(
			'button',
			{ type: 'button', class: 'grid-menu-button', tabindex: -1, 'aria-haspopup': 'menu' },
			icon('chevronDown'),
		);
		this.element = element(
			'div',
			{ role: 'columnheader', class: 'grid-header-cell', tabindex: -1 },
			this.title,
			this.mark,
			this.menuButton,
			this.edge,
		);
	}

	get shown(): ShownColumn | undefined {
		return this.state?.shown;
	}

	get titleWidth(): number {
		const range = document.createRange();
		range.selectNodeContents(this.title);
		return range.getBoundingClientRect().width;
	}

	draw(state: HeaderState): void {
		this.state = state;
		const { shown, sort, filtered, active } = state;
		const { column } = shown;
		const title = column?.title ?? this.t('Record number');
		placeInColumn(this.element, shown);
		this.element.tabIndex = active ? 0 : -1;
		this.element.classList.toggle('number', column?.align !== 'start');
		this.element.classList.toggle('filtered', filtered);
		this.element.classList.toggle('corner', column === undefined);
		this.title.textContent = column?.title ?? '#';
		this.element.title = column?.description ? `${title}\n${column.description}` : title;
		this.element.ariaSort = sort ? (sort.descending ? 'descending' : 'ascending') : column ? 'none' : null;
		this.element.ariaLabel = this.name(title, state);
		this.mark.replaceChildren();
		if (sort) {
			this.mark.append(icon(sort.descending ? 'arrowDown' : 'arrowUp'), sort.of > 1 ? String(sort.rank) : '');
		}
		this.menuButton.ariaLabel = column ? this.t('{0} column menu', title) : this.t('Grid menu');
		this.edge.hidden = column === undefined;
	}

	/** Returns the header's accessible name. It contains the sort rank, which `aria-sort` can't express. */
	private name(title: string, { sort, filtered, shown }: HeaderState): string {
		return [
			title,
			sort && sort.of > 1 && this.t('sort key {0} of {1}', sort.rank, sort.of),
			filtered && this.t('filtered'),
			shown.column?.pinned && this.t('pinned'),
		]
			.filter(Boolean)
			.join(', ');
	}
}

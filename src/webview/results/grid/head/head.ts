import { element } from '../../../common/dom/element';
import type { Translate } from '../../../common/format/translate';
import { rowHeaderId, type ShownColumn } from '../model/columnLayout';
import type { GridModel } from '../model/gridModel';
import { filterRow, headerRow, rowIndexOffset } from '../model/navigation';
import type { FilterBox } from '../model/types';
import { Recycler } from '../rows/recycler';
import { FilterCell } from './filterCell';
import { HeaderCell } from './headerCell';

const noFilter: FilterBox = { text: '', typed: true };

export class Head {
	readonly element: HTMLElement;
	private readonly headers: Recycler<number, HeaderCell>;
	private readonly filters: Recycler<number, FilterCell>;
	/** State of the last rendering. Its values are immutable, so comparing references is sufficient to detect changes. */
	private drawn: (Pick<GridModel, 'active' | 'sort' | 'filters'> & { shown: readonly ShownColumn[] }) | undefined;

	constructor(t: Translate) {
		const row = (index: number, name: string) =>
			element('div', { role: 'row', class: name, 'aria-rowindex': index + rowIndexOffset });
		const headerElement = row(headerRow, 'grid-header-row');
		const filterElement = row(filterRow, 'grid-filter-row');
		this.element = element('div', { role: 'rowgroup', class: 'grid-head' }, headerElement, filterElement);
		this.headers = new Recycler(headerElement, () => new HeaderCell(t));
		this.filters = new Recycler(filterElement, (id) => new FilterCell(t, id === rowHeaderId));
	}

	header(column: number): HeaderCell | undefined {
		return this.headers.get(column);
	}

	filter(column: number): FilterCell | undefined {
		return this.filters.get(column);
	}

	headerOf(target: Element): HeaderCell | undefined {
		return partOf(this.headers, target);
	}

	filterOf(target: Element): FilterCell | undefined {
		return partOf(this.filters, target);
	}

	draw(shown: readonly ShownColumn[], { active, sort, filters }: Pick<GridModel, 'active' | 'sort' | 'filters'>): void {
		const { drawn } = this;
		if (drawn && drawn.shown === shown && drawn.active === active && drawn.sort === sort && drawn.filters === filters) {
			return;
		}
		this.drawn = { shown, active, sort, filters };
		const ids = shown.map(({ id }) => id);
		this.headers.arrange(ids);
		this.filters.arrange(ids);
		for (const column of shown) {
			const { id } = column;
			const filter = filters.get(id) ?? noFilter;
			const rank = id === rowHeaderId ? -1 : sort.findIndex((key) => key.column === id);
			const key = sort[rank];
			this.headers.get(id)?.draw({
				shown: column,
				sort: key && { rank: rank + 1, of: sort.length, descending: key.descending },
				filtered: filter.text !== '' && !filter.note,
				active: active.row === headerRow && active.column === id,
			});
			this.filters.get(id)?.draw(column, filter, active.row === filterRow && active.column === id);
		}
	}
}

function partOf<P extends { readonly element: HTMLElement }>(
	parts: Recycler<number, P>,
	target: Element,
): P | undefined {
	for (const [, part] of parts.entries()) {
		if (part.element.contains(target)) {
			return part;
		}
	}
	return undefined;
}

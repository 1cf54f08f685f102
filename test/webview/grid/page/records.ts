import type {
	GridColumn,
	GridPage,
	GridProvider,
	RowsRequest,
	Suggestions,
} from '../../../../src/webview/results/grid/model/types';

export const hostileTexts: readonly string[] = [
	'<img src=x onerror="window.hacked = true"><script>window.hacked = true</script>',
	'evil\u202Egnp.exe \u2066isolated\u2069 \u200Fmark',
	'bell\u0007 escape\u001B[31m nul\u0000 delete\u007F',
	'a\u0300\u0301\u0302'.repeat(40),
	'العربية — עברית — 日本語 👩‍👩‍👧',
	'{{constructor.constructor("window.hacked = true")()}}',
	'x'.repeat(1_000_000),
	'line one\r\nline two\rline three\nline four\nline five',
];

export interface RecordsOptions {
	readonly count: number;
	readonly columns: number;
	readonly delay: number;
}

/** Generates rows on request: `first 5/2` is the third column of the sixth row of the view `first`. */
export class Records implements GridProvider {
	count: number;
	view = 'first';
	failing = false;
	made = 0;
	aborted = 0;
	private held: (() => void)[] | undefined;

	constructor(private readonly options: RecordsOptions) {
		this.count = options.count;
	}

	async rows({ start, end, columns, signal }: RowsRequest): Promise<GridPage> {
		this.made++;
		signal.addEventListener('abort', () => this.aborted++);
		const { view, count, failing } = this;
		await this.wait();
		if (failing) {
			throw new Error('the file is gone');
		}
		const rows = Array.from({ length: Math.max(0, Math.min(end, count) - start) }, (_, index) => {
			const position = start + index;
			return {
				number: position,
				cells: columns.map((column) => cellOf(view, position, column)),
				broken: position === 3,
			};
		});
		return { count, start, rows };
	}

	async suggestions(column: number, containing: string): Promise<Suggestions> {
		const values = ['14', '13', '<b>12</b>', '', '11'].map((value, index) => ({ value, records: 5000 - index * 900 }));
		await this.wait();
		return { values: values.filter(({ value }) => value.includes(containing)), records: 20_000 + column };
	}

	hold(): void {
		this.held ??= [];
	}

	release(): void {
		const held = this.held ?? [];
		this.held = undefined;
		for (const answer of held.reverse()) {
			answer();
		}
	}

	private wait(): Promise<void> {
		return new Promise((resolve) => {
			if (this.held) {
				this.held.push(resolve);
			} else {
				setTimeout(resolve, this.options.delay);
			}
		});
	}
}

export function columnsFor(count: number): readonly GridColumn[] {
	return Array.from({ length: count }, (_, id) => ({
		id,
		title: id === 4 ? 'error_message_with_a_long_name' : `field_${id}`,
		description: id === 1 ? 'How many there were.' : '',
		filterHint: 'Filter…',
		align: id === 1 ? 'end' : 'start',
		width: id === 2 ? 220 : 120,
		hidden: false,
		pinned: id === 0,
	}));
}

function cellOf(view: string, position: number, column: number): string {
	switch (column) {
		case 1:
			return String((position * 7919) % 100_000);
		case 2:
			return `${view} ${position}/2 java.lang.Error\n\tat Cart.total(Cart.kt:17)\n\tat Main.run(Main.kt:4)`;
		case 3:
			return position % 3 === 0 ? '' : `${view} ${position}/3`;
		case 4:
			return hostileTexts[position] ?? `${view} ${position}/4`;
		default:
			return `${view} ${position}/${column}`;
	}
}

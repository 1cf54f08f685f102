import type {
	ComparisonHost,
	ComparisonState,
	ComparisonView,
	SoughtGroup,
} from '../../../src/shared/protocols/comparisonProtocol';
import type { Handlers } from '../../../src/shared/rpc';
import { type FakeGroups, fakeComparison, fakeStart } from './fakeComparison';
import { type FakeEditor, type Faults, fakeEditor } from './fakeEditor';
import { fakeTrace } from './fakeTraces';

export interface FakeComparisonOptions extends FakeGroups, Faults<keyof ComparisonHost> {
	readonly state?: ComparisonState;
	readonly sought?: SoughtGroup;
	readonly refused?: Partial<Readonly<Record<'ready' | 'compare' | 'rows' | 'commonTraits', string>>>;
}

interface FakeComparisonHost extends FakeEditor<ComparisonView> {
	/** Times at which the host responded to `compare`, in milliseconds of the page's clock. */
	readonly answeredAt: readonly number[];
}

declare global {
	interface Window {
		fakeComparison: FakeComparisonHost;
	}
}

function traceOf(number: number): string {
	return [
		'java.lang.IllegalStateException: cart total is negative',
		`\tat com.example.shop.CartTotals.sum(CartTotals.kt:${number + 17})`,
		'\tat com.example.shop.App.run(App.kt:9)',
		'\tat android.os.Looper.loop(Looper.java:299)',
	].join('\n');
}

function install(options: FakeComparisonOptions): void {
	const { head, rows } = fakeComparison(options);
	const refused = { ...options.refused };
	const answeredAt: number[] = [];
	const refuse = (method: keyof typeof refused) => {
		const reason = refused[method];
		delete refused[method];
		if (reason !== undefined) {
			throw new Error(reason);
		}
	};
	const handlers: Handlers<ComparisonHost> = {
		ready: () => {
			refuse('ready');
			return { ...fakeStart(options), state: options.state, sought: options.sought, strings: {}, language: 'en' };
		},
		saveState: () => {},
		compare: (asked) => {
			refuse('compare');
			const answer = head(asked);
			answeredAt.push(performance.now());
			return answer;
		},
		rows: ({ asked, fold, order, start, end }) => {
			refuse('rows');
			return rows(asked, fold, order, start, end);
		},
		commonTraits: () => {
			refuse('commonTraits');
			return {
				lines: [
					{
						text: 'os_version 14: 92 % here, 41 % elsewhere',
						counts: '92 of 100 devices here, 41 of 100 elsewhere',
						filter: { column: 5, value: '14' },
					},
					{
						text: 'device_model Redmi, "Note" 13: 61 % here, 18 % elsewhere',
						counts: '61 of 100 devices here, 18 of 100 elsewhere',
						filter: { column: 6, value: 'Redmi, "Note" 13' },
					},
					{
						text: 'Between 03:00 and 04:00: 40 % here, 4 % elsewhere',
						counts: '40 of 100 devices here, 4 of 100 elsewhere',
						filter: undefined,
					},
				],
				note: 'Among devices that reported errors.',
			};
		},
		topValues: ({ column, containing = '' }) => {
			const values = ['14', '13', '15', '12']
				.filter((value) => value.includes(containing))
				.map((value, index) => ({ value, records: 400 - index * 90 + column }));
			return { values, distinct: values.length, records: 1_200, empty: 20 };
		},
		openRecords: () => {},
		trace: ({ number }) => fakeTrace(traceOf(number), false, {}),
		openFrame: ({ line }) => `Opened line ${line}`,
		compareTraces: () => '',
		act: () => {},
		copyText: () => {},
		saveReport: () => 'Saved comparison.md',
	};
	const { calls, channel, release } = fakeEditor<ComparisonHost, ComparisonView>(handlers, options);
	window.fakeComparison = { calls, release, answeredAt, say: (method, params) => channel.call(method, params) };
}

install((window.fakeHostOptions as FakeComparisonOptions | undefined) ?? {});

import * as assert from 'node:assert/strict';
import type { Located } from '../../../../../src/core/stack/locate/frameTarget';
import { locateFrame } from '../../../../../src/core/stack/locate/locateFrame';
import type { SourceWorld } from '../../../../../src/core/stack/locate/sourceWorld';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { Random } from '../../../../support/random';
import { described } from './support/labels';
import { memoryWorld } from './support/workspace';

/** Types that many apps declare, with their members. The names of views and delegates come from Xcode's templates. */
const commonTypes: Readonly<Record<string, readonly string[]>> = {
	ContentView: ['var body: some View', 'func refresh()'],
	SettingsView: ['var body: some View', 'func reset()'],
	DetailView: ['var body: some View'],
	HomeViewModel: ['func load()', 'func select(_ item: Item)'],
	NetworkManager: ['func fetch(_ url: URL)', 'func send(path: String, retries: Int)'],
	UserStore: ['func save(_ user: User)', 'var current: User?'],
	Cache: ['func clear()'],
	AppDelegate: ['func application(_ application: UIApplication, didFinishLaunchingWithOptions options: [Key: Any])'],
	SceneDelegate: ['func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: Options)'],
	LoginViewController: ['override func viewDidLoad()'],
};

/** Ways in which a workspace shows which program it builds. */
const evidence = ['sourceFolder', 'workspaceFolder', 'project', 'product', 'package', 'none'] as const;
type Evidence = (typeof evidence)[number];

const images = ['Orchard', 'Harbor', 'Lantern', 'Meadow', 'Quarry', 'Saddle Up'];

interface Place {
	readonly path: string;
	readonly type: string;
	readonly symbol: string;
	readonly declared1: number;
	readonly line1: number;
}

interface App {
	readonly image: string;
	readonly evidence: Evidence;
	readonly places: readonly Place[];
	readonly world: SourceWorld;
}

function makeApp(image: string, shown: Evidence, random: Random): App {
	const plain = image.replace(' ', '');
	const folder = { sourceFolder: plain, package: 'Sources/Core' }[shown as string] ?? 'Views';
	const own = Object.fromEntries(['Board', 'Ledger'].map((end) => [`${plain}${end}`, [`func open${end}()`]]));
	const common = Object.entries(commonTypes).filter(() => random.below(4) > 0);
	const texts: Record<string, string> = {};
	const places: Place[] = [];
	for (const [type, members] of [...common, ...Object.entries(own)]) {
		const path = `${folder}/${type}.swift`;
		const lines = ['import UIKit', ...Array<string>(random.below(9)).fill(''), `final class ${type} {`];
		for (const member of members) {
			lines.push(`    ${member} {`);
			const declared1 = lines.length;
			lines.push(...Array<string>(1 + random.below(5)).fill('        prepare()'));
			places.push({ path, type, symbol: `${type}.${symbolOf(member)}`, declared1, line1: lines.length });
			lines.push('    }');
		}
		texts[path] = [...lines, '}', ''].join('\n');
	}
	const manifests: Partial<Record<Evidence, readonly [string, string]>> = {
		project: [`${plain}.xcodeproj/project.pbxproj`, '// !$*UTF8*$!\n'],
		product: ['Work.xcodeproj/project.pbxproj', `\t\t\tproductReference = 5E7F /* ${image}.app */;\n`],
		package: ['Package.swift', `.executableTarget(\n    name: "${image}",\n    dependencies: ["Core"]),\n`],
	};
	const [manifest, text] = manifests[shown] ?? [];
	const root = shown === 'workspaceFolder' ? plain : 'mobile';
	const world = memoryWorld(manifest === undefined ? texts : { ...texts, [manifest]: text ?? '' }, root);
	return { image, evidence: shown, places, world };
}

function symbolOf(member: string): string {
	const [, name = '', parameters] = /(?:func|var) (\w+)(?:\((.*)\))?/.exec(member) ?? [];
	const labels = (parameters ?? '').split(', ').map((one) => (one === '' ? '' : `${one.split(/[ :]/)[0]}:`));
	return parameters === undefined ? `${name}.getter` : `${name}(${labels.join('')})`;
}

const forms: Readonly<Record<string, (place: Place) => string>> = {
	'file name': ({ path, line1 }) => ` (${path.slice(path.lastIndexOf('/') + 1)}:${line1})`,
	'no file': () => '',
	path: ({ path, line1 }) => ` (/Users/ci/work/${path}:${line1})`,
};

async function locate(app: App, form: string, places: readonly Place[], { world }: App): Promise<Located> {
	const lines = places.map(
		(place, index) => `${index}   ${app.image}   0x0000000102a3b1f0 ${place.symbol} + 84${forms[form]?.(place)}`,
	);
	const trace = parseTrace(['Thread 0 Crashed:', ...lines].join('\n'));
	const [frame] = trace.sections.flatMap((section) => section.lines);
	assert.ok(frame !== undefined && frame.kind !== 'raw', lines[0]);
	return locateFrame({ frame, trace }, world);
}

function isExact(found: Located, { path, declared1, line1 }: Place, form: string): boolean {
	const wanted = form === 'no file' ? declared1 : line1;
	return found.kind === 'target' && found.target.file.path === path && found.target.line1 === wanted;
}

describe('Swift frames with names that occur in many apps', () => {
	const random = new Random(20_261_129);
	const apps = images.flatMap((image) => evidence.map((shown) => makeApp(image, shown, random)));
	const some = (places: readonly Place[], count: number) =>
		places
			.map((place) => ({ place, order: random.next() }))
			.sort((a, b) => a.order - b.order)
			.slice(0, count)
			.map(({ place }) => place);
	const isTemplate = ({ type }: Place) => /(?:View|Delegate|Controller)$/.test(type);
	const isOwn = ({ type }: Place) => /(?:Board|Ledger)$/.test(type);
	const others = ({ places }: App, { type }: Place) => [
		...some(places.filter(isOwn), 1),
		...some(
			places.filter((place) => place.type !== type),
			2,
		),
	];

	it('never opens a file automatically for a frame of another program, but offers the file as a choice', async () => {
		const wrong: string[] = [];
		let offered = 0;
		for (const app of apps) {
			for (const workspace of apps.filter(({ image }) => image !== app.image)) {
				const shared = app.places.filter(({ symbol }) => workspace.places.some((place) => place.symbol === symbol));
				for (const place of some(shared, 3)) {
					for (const form of Object.keys(forms)) {
						const alsoShared = shared.filter(({ type }) => type !== place.type).slice(0, 1);
						const isKnown = /^(?:project|product|package)$/.test(workspace.evidence);
						const short = isKnown || isTemplate(place) ? [[place], [place, ...alsoShared]] : [];
						for (const stack of [...short, [place, ...others(app, place)]]) {
							const found = await locate(app, form, stack, workspace);
							offered += found.kind === 'several' ? 1 : 0;
							if (found.kind !== 'several') {
								wrong.push(`${app.image} in ${workspace.image} (${workspace.evidence}), ${form}: ${described(found)}`);
							}
						}
					}
				}
			}
		}
		assert.ok(offered > 3000, `${offered}`);
		assert.deepEqual(wrong, []);
	});

	for (const shown of evidence.slice(0, -1)) {
		it(`opens the exact line for a single frame of the workspace's own program: ${shown}`, async () => {
			for (const app of apps.filter((one) => one.evidence === shown)) {
				for (const place of app.places) {
					for (const form of Object.keys(forms)) {
						const found = await locate(app, form, [place], app);
						assert.ok(isExact(found, place, form), `${place.symbol}, ${form}: ${described(found)}`);
					}
				}
			}
		});
	}

	it('opens the exact line if the workspace contains the other frames of the stack trace', async () => {
		for (const app of apps.filter((one) => one.evidence === 'none')) {
			for (const place of app.places) {
				for (const form of Object.keys(forms)) {
					const stack = [place, ...app.places.filter(({ type }) => type !== place.type)];
					const found = await locate(app, form, stack, app);
					assert.ok(isExact(found, place, form), `${place.symbol}, ${form}: ${described(found)}`);
				}
			}
		}
	});

	it("opens a single frame of an unknown program only if its type is not from Xcode's templates", async () => {
		for (const app of apps.filter((one) => one.evidence === 'none')) {
			for (const place of app.places) {
				for (const form of Object.keys(forms)) {
					const found = await locate(app, form, [place], app);
					const offered = found.kind === 'several' && found.targets.length === 1;
					assert.ok(isTemplate(place) ? offered : isExact(found, place, form), `${place.symbol}: ${described(found)}`);
				}
			}
		}
	});

	it('does not identify a program by a common image name such as Runner', async () => {
		for (const image of ['Runner', 'App']) {
			const text = 'class AppDelegate {\n    func start() {\n        run()\n    }\n}\n';
			const world = memoryWorld({ [`ios/${image}/AppDelegate.swift`]: text }, image);
			const place = { path: '', type: 'AppDelegate', symbol: 'AppDelegate.start()', declared1: 2, line1: 3 };
			const found = await locate({ image, evidence: 'none', places: [], world }, 'no file', [place], {
				image,
				evidence: 'none',
				places: [],
				world,
			});
			assert.equal(found.kind, 'several');
		}
	});
});

import * as assert from 'node:assert/strict';
import { readOutline } from '../support/outlines';

function members(path: string, ...text: readonly string[]): string[] {
	return readOutline(path, text.join('\n'))
		.members.filter(({ hasCode }) => hasCode)
		.sort((a, b) => a.first - b.first || b.last - a.last)
		.map(({ owner, name, first, last }) => `${[...owner, name].join('.')} ${first}-${last}`);
}

describe('TypeScript types in the outline', () => {
	it('outline includes functions with an object type as their return type', () => {
		assert.deepEqual(
			members(
				'a.ts',
				'class A {',
				'  load(): { a: string; b(): void } {',
				'    run();',
				'  }',
				'  get all(): { [K in T]: () => X } {',
				'    return {};',
				'  }',
				'  isOpen(): this is { ws: Socket } {',
				'    return true;',
				'  }',
				'}',
				'const find = (a: A): { readonly b: string } | undefined => {',
				'};',
				'export const make = <Req, Res>(): Middleware<',
				'  Req,',
				'  Res',
				'> => ({',
				'  run: 1,',
				'});',
			),
			['A.load 2-4', 'A.all 5-7', 'A.isOpen 8-10', 'find 12-13', 'make 14-19'],
		);
	});

	it('outline includes functions with type parameters', () => {
		assert.deepEqual(
			members(
				'a.ts',
				'function of<P extends { readonly a: A }>(',
				'  p: P,',
				'): P {',
				'  return p;',
				'}',
				'class A {',
				'  list<T extends boolean = false>(options?: Options<B, T>) {',
				'    run();',
				'  }',
				'  map<T = { a: string }, U = () => void>(',
				'    t: T,',
				'  ) {',
				'  }',
				'}',
				'const api = {',
				'  pipe(',
				'    ...all: Operator<any, any>[]',
				'  ): Observable<any, any> {',
				'    run();',
				'  },',
				'  last: 1,',
				'};',
			),
			['of 1-5', 'A.list 7-9', 'A.map 10-13', 'api 15-22', 'pipe 16-20'],
		);
	});

	it('outline does not treat TypeScript function types as functions', () => {
		assert.deepEqual(
			members(
				'a.ts',
				'export type Run = (a: A) => void;',
				'type Api = {',
				'  load: (id: string) => { a: string };',
				'  save(id: string): void;',
				'};',
				'type Is<T> = T extends { load: () => void } ? { save: () => void } : never;',
				'declare const later: { load: () => void };',
				'class A {',
				'  load: () => void;',
				'  save?: (a: A) => B;',
				'  private readonly all: Map<string, (a: A) => B>;',
				'  private readonly one: { [key: string]: () => void } = start();',
				'  take(run: () => void): void;',
				'  take(run: { load: () => void }) {',
				'  }',
				'}',
			),
			['A.take 14-15'],
		);
	});

	it('outline includes functions assigned to typed fields and variables', () => {
		assert.deepEqual(
			members(
				'a.tsx',
				'class A {',
				'  load: (a: A) => B = (a) => {',
				'    return a.b;',
				'  };',
				'  save = (a: Map<string, (a: A) => B>): Promise<{ a: A }> => run(a);',
				'  static #all: Set<() => void> = make(() => {',
				'  });',
				'}',
				'const view: View<{ a: A }> = ({ a }) => {',
				'};',
				'const words: { readonly [K in Kind]: () => string } = {',
				'  function: () => run(),',
				"  type: 'a',",
				'  open: () => run(),',
				'};',
			),
			['A.load 2-4', 'A.save 5-5', 'A.#all 6-7', 'view 9-10', 'words 11-15', 'function 12-12', 'open 14-14'],
		);
	});

	it('outline includes class members whose names are keywords in other contexts', () => {
		assert.deepEqual(
			members('a.ts', 'class A {', '  catch<T = never>(', '    run: () => T,', '  ) {', '  }', '  return() { }', '}'),
			['A.catch 2-5', 'A.return 6-6'],
		);
	});

	it('outline uses the names of named function expressions', () => {
		assert.deepEqual(
			members(
				'a.ts',
				'const load: Load =',
				'  async function loadAll(a) {',
				'  };',
				'A.b = function c(d: {',
				'  e: E;',
				'}) {',
				'};',
			),
			['loadAll 1-3', 'c 4-7'],
		);
	});
});

describe('types in the outline of Dart, C# and Kotlin files', () => {
	it('outline includes functions with Dart record types', () => {
		assert.deepEqual(
			members(
				'a.dart',
				'(int, String) find(int id) {',
				'  return (id, run());',
				'}',
				'class A {',
				'  (int, {String name})? get pair => null;',
				'  static Future<(int, int)> load((int, int) from) async {',
				'  }',
				'  ({int a, int b}) split() => switch (this) {',
				'    A(b: (final c, _)) when c > 0 => (a: c, b: 1),',
				'    _ => (a: 0, b: 0),',
				'  };',
				'  void swap() {',
				'    var (a, b) = find(1);',
				'    (a, b) = (b, a);',
				'  }',
				'}',
			),
			['find 1-3', 'A.pair 5-5', 'A.load 6-7', 'A.split 8-11', 'A.swap 12-15'],
		);
	});

	it('outline includes members with C# tuple types', () => {
		assert.deepEqual(
			members(
				'A.cs',
				'class A {',
				'  (int a, string b) Find() {',
				'  }',
				'  public static async Task<(int, int)> Load((int a, int b) from) {',
				'  }',
				'  public (int A, int B)? Split(int c) =>',
				'    c is { } d ? (d, d) : null;',
				'  public (int A, int B)[] Pairs { get { return all; } }',
				'  public (int A, int B) Pair => (1, 2);',
				'  void Swap() {',
				'    (a, b) = (b, a);',
				'    (int c, int d) Local() { return (c, d); }',
				'  }',
				'}',
			),
			['A.Find 2-3', 'A.Load 4-5', 'A.Split 6-7', 'A.Pairs 8-8', 'A.Pair 9-9', 'A.Swap 10-13', 'A.Local 12-12'],
		);
	});

	it('outline includes types after annotations and modifiers', () => {
		assert.deepEqual(members('a.dart', 'class A {', "  @core.Deprecated('b')", '  A clone() => copy();', '}'), [
			'A.clone 2-3',
		]);
		assert.deepEqual(members('A.cs', 'class A {', '  public new virtual B<C> Find() {', '  }', '}'), ['A.Find 2-3']);
	});

	it('outline includes Kotlin functions after a wildcard import', () => {
		assert.deepEqual(members('a.kt', 'import a.b.*', '', 'fun C.d() {', '}'), ['d 3-4']);
	});

	it('outline includes functions with very long names', () => {
		const name = `is_${'still_'.repeat(20)}whole`;
		assert.deepEqual(members('A.kt', `fun ${name}() { }`), [`${name} 1-1`]);
	});
});

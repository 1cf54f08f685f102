import * as assert from 'node:assert/strict';
import { locateLast } from './support/workspace';

async function whereIs(files: Readonly<Record<string, string>>, ...trace: readonly string[]): Promise<string> {
	const found = await locateLast(files, ...trace);
	return found.kind === 'target'
		? `${found.target.file.path}:${found.target.line1}`
		: found.kind === 'none'
			? found.reason.kind
			: found.kind;
}

describe('.NET frames without a file name', () => {
	const plain = 'namespace Acme.Plugins;\npublic abstract class Plugin\n{\n    public void Stop()\n    {\n    }\n}\n';
	const generic =
		'namespace Acme.Plugins;\npublic abstract class Plugin<TSettings> : Plugin\n    where TSettings : new()\n{\n    public void Start()\n    {\n    }\n}\n';
	const ask = (files: Readonly<Record<string, string>>, frame: string) =>
		whereIs(files, 'System.Exception: no', `   at Acme.Plugins.${frame}`);

	it('locates a .NET frame in the type with the same number of type parameters', async () => {
		for (const name of ['PluginOfT', 'Plugin`', 'Plugin`1', 'Plugin{T}', 'Plugin.Generic']) {
			const files = { 'src/Plugin.cs': plain, [`src/${name}.cs`]: generic };
			assert.equal(await ask(files, 'Plugin`1.Start()'), `src/${name}.cs:5`, name);
			assert.equal(await ask(files, 'Plugin.Stop()'), 'src/Plugin.cs:4', name);
		}
		assert.equal(
			await ask({ 'src/Plugin.cs': plain + generic.replace(/^.*\n/, '') }, 'Plugin`1.Start()'),
			'src/Plugin.cs:11',
		);
	});

	it('does not locate a .NET frame in a type with the same name but different type parameters', async () => {
		assert.equal(await ask({ 'src/Plugin.cs': plain }, 'Plugin`1.Start()'), 'notFound');
		assert.equal(await ask({ 'src/Plugin.cs': generic }, 'Plugin`2.Start()'), 'notFound');
	});

	it('prompts if the type of a .NET frame does not declare the method', async () => {
		assert.equal(await ask({ 'src/Plugin.cs': plain }, 'Plugin.Start()'), 'several');
		assert.equal(await ask({ 'src/Plugin.cs': plain }, 'Plugin..ctor()'), 'src/Plugin.cs:2');
	});
});

describe('Swift frames without a file name', () => {
	const shelf = 'struct Shelf {\n    func total(of kind: Kind) -> Int {\n        1\n    }\n}\n';
	const frame = (symbol: string) => `0   Shop   0x0000000102a3b1f0 ${symbol} + 112`;

	it('locates a Swift frame at the only matching declaration in the workspace', async () => {
		assert.equal(await whereIs({ 'App/Shelf.swift': shelf }, frame('Shop.Shelf.total(of:)')), 'App/Shelf.swift:2');
		assert.equal(
			await whereIs({ 'App/Shelf.swift': shelf }, frame('$s4Shop5ShelfV5total2ofSiAA4KindV_tF')),
			'App/Shelf.swift:2',
		);
	});

	it('prompts if several Swift declarations match, and reports a missing function if none matches', async () => {
		const two = { 'App/Shelf.swift': shelf, 'Kiosk/Shelf.swift': shelf };
		assert.equal(await whereIs(two, frame('Shop.Shelf.total(of:)')), 'several');
		assert.equal(await whereIs({ 'App/Shelf.swift': shelf }, frame('Shop.Shelf.weight()')), 'functionMissing');
	});

	it("prompts before it locates a Swift frame in another module's package", async () => {
		const files = { 'Kit/Package.swift': '', 'Kit/Sources/Kit/Shelf.swift': shelf };
		assert.equal(await whereIs(files, frame('Shop.Shelf.total(of:)')), 'several');
		assert.equal(await whereIs(files, frame('$s3Kit5ShelfV5total2ofSiAA4KindV_tF')), 'Kit/Sources/Kit/Shelf.swift:2');
	});
});

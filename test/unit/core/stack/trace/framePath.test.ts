import * as assert from 'node:assert/strict';
import { framePath, pathLikeness } from '../../../../../src/core/stack/trace/framePath';

const cases: readonly (readonly [file: string, segments: string])[] = [
	['Cart.kt', 'Cart.kt'],
	['C:\\src\\Acme Shop\\Cart.cs', 'src|Acme Shop|Cart.cs'],
	['\\\\server\\share\\src\\Cart.cs', 'server|share|src|Cart.cs'],
	['//server/share/Cart.cs', 'server|share|Cart.cs'],
	['./Assets/Scripts/Score View.cs', 'Assets|Scripts|Score View.cs'],
	['../../src/index.js', 'src|index.js'],
	['/../../../etc/../src/index.js', 'src|index.js'],
	['a/../../b/c.js', 'b|c.js'],
	['webpack:///./src/App.tsx?1a2b', 'src|App.tsx'],
	['webpack-internal:///./src/App.tsx', 'src|App.tsx'],
	['webpack://shop/src/App.tsx', 'shop|src|App.tsx'],
	['http://localhost:8081/src/App.tsx?platform=ios#x', 'localhost:8081|src|App.tsx'],
	['http://localhost:8081/index.bundle//&platform=ios&dev=true', 'localhost:8081|index.bundle'],
	['file:///C:/src/acme/lib/cart.dart', 'src|acme|lib|cart.dart'],
	['file:///home/a/My%20Shop/cart.dart', 'home|a|My Shop|cart.dart'],
	['file:///home/%2e%2e%2f%2e%2e/cart.dart', 'home|%2e%2e%2f%2e%2e|cart.dart'],
	['file:///a/%zz/cart.dart', 'a|%zz|cart.dart'],
	['app:///src/App.tsx', 'src|App.tsx'],
	['command:workbench.action.quit/index.js', 'workbench.action.quit|index.js'],
	['src/what?.kt', 'src|what?.kt'],
	['/<compiler-generated>', ''],
	['<anonymous>', ''],
	['..', ''],
	['', ''],
	['/'.repeat(5000), ''],
];

describe('source path of a frame', () => {
	for (const [file, segments] of cases) {
		it(JSON.stringify(file.slice(0, 60)), () => {
			assert.deepEqual(framePath(file).segments.join('|'), segments);
		});
	}

	it('removes the package name from a Dart package URL', () => {
		assert.deepEqual(framePath('package:catalog/src/shelf.dart'), {
			segments: ['lib', 'src', 'shelf.dart'],
			dartPackage: 'catalog',
		});
	});

	it('keeps only the last segments of a very long frame path', () => {
		const { segments } = framePath(`/${'a/'.repeat(500)}b/c.js`);
		assert.ok(segments.length <= 40);
		assert.deepEqual(segments.slice(-2), ['b', 'c.js']);
	});
});

describe('path similarity', () => {
	const likeness = (frame: string, file: string) => pathLikeness(frame.split('/'), file.split('/'));

	it('counts matching folders from the end of two paths, case-insensitively', () => {
		assert.deepEqual(likeness('ci/shop/Src/a/x.js', 'web/src/a/x.js'), { folders: 2, end: 'neither', forked: false });
	});

	it('recognizes that the frame path is a suffix of the file path or vice versa', () => {
		assert.equal(likeness('ci/src/x.js', 'src/x.js').end, 'file');
		assert.equal(likeness('src/x.js', 'web/src/x.js').end, 'frame');
	});

	it('recognizes paths that diverge below a common folder', () => {
		assert.equal(likeness('ci/packages/a/src/x.js', 'packages/b/src/x.js').forked, true);
		assert.equal(likeness('ci/packages/a/src/x.js', 'packages/a/src/x.js').forked, false);
	});
});

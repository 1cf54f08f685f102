import assert from 'node:assert/strict';
import { sourcePath } from '../../../../../../src/core/stack/mapping/sourceMap/sourcePath';

const cases: readonly (readonly [string, string, string | undefined])[] = [
	['src/App.tsx', '', 'src/App.tsx'],
	['./src/./App.tsx', '', 'src/App.tsx'],
	['../../src/App.tsx', '', 'src/App.tsx'],
	['src/a/../App.tsx', '', 'src/App.tsx'],
	['App.tsx', 'src', 'src/App.tsx'],
	['App.tsx', '/src/', '/src/App.tsx'],
	['/other/App.tsx', 'src', '/other/App.tsx'],
	['src\\App.tsx', '', 'src/App.tsx'],
	['C:\\code\\App.tsx', 'src', 'C:/code/App.tsx'],
	['\\\\server\\share\\App.tsx', '', '/server/share/App.tsx'],
	['webpack:///./src/App.tsx', '', 'src/App.tsx'],
	['webpack://shop/./src/App.tsx?a1b2', '', 'src/App.tsx'],
	['webpack:///src/App.vue?vue&type=script', '', 'src/App.vue'],
	['webpack-internal:///./src/App.tsx', '', 'src/App.tsx'],
	['webpack:src/App.tsx', '', 'src/App.tsx'],
	['App.tsx', 'webpack:///src', 'src/App.tsx'],
	['ng:///app/app.component.ts', '', 'app/app.component.ts'],
	['file:///srv/My%20App/App.tsx', '', '/srv/My App/App.tsx'],
	['file:///C:/code/App.tsx', '', 'C:/code/App.tsx'],
	['file:///srv/100%/App.tsx', '', '/srv/100%/App.tsx'],
	['https://cdn.example.org/js/App.tsx?v=1', '', 'js/App.tsx'],
	['command:workbench.action.quit', '', undefined],
	['vscode://file/x', '', undefined],
	['node:fs', '', undefined],
	['javascript:alert(1)', '', undefined],
	['data:text/plain,x', '', undefined],
	['a\nb', '', undefined],
	['a\0b', '', undefined],
	['x'.repeat(5000), '', undefined],
	['', '', undefined],
	['../..', '', undefined],
	['/', '', undefined],
];

describe('source path in a source map', () => {
	for (const [source, root, expected] of cases) {
		it(`source path of ${JSON.stringify(source.slice(0, 60))}${root === '' ? '' : ` below ${root}`} is ${expected ?? 'none'}`, () => {
			assert.equal(sourcePath(source, root), expected);
		});
	}
});

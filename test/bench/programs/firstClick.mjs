// Usage: node firstClick.mjs <folder> click|open
import { measureInHost } from '../runInHost.mjs';

const [workspace = '', way = ''] = process.argv.slice(2);
console.log(await measureInHost('firstClick', { version: 'newest', workspace, way }));
process.exit(0);

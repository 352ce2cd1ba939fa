import '@fontsource-variable/fredoka/index.css';
import '@fontsource-variable/nunito/index.css';
import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { language } from './lib/language/language.svelte';
import { router } from './lib/page/router.svelte';
import { settings } from './lib/page/settings.svelte';
import { wakeSound } from './lib/table/sound';

await language.use(settings.language);
settings.begin();
router.begin();
for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, wakeSound, { passive: true });

const target = document.getElementById('app');
if (target) mount(App, { target });

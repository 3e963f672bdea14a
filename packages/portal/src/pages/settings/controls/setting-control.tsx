import type { SettingView } from '@titular/contract';
import { useTexts } from '../../../i18n/use-texts.ts';
import { boundsWords, meaningOf, titleOf } from '../model/setting-words.ts';
import { ChoiceControl } from './choice-control.tsx';
import { CodesControl } from './codes-control.tsx';
import { ListControl } from './list-control.tsx';
import { NumberControl } from './number-control.tsx';
import { TextControl } from './text-control.tsx';

/** What every field of a setting gets: its words, its text, and what is wrong with it. */
type ControlProps = {
  setting: SettingView;
  text: string;
  label: string;
  hint: string;
  error?: string | undefined;
  onChange(text: string): void;
};
/** The same for a field of one kind of shape. */
export type ShapeProps<Kind extends SettingView['shape']['kind']> = ControlProps & {
  shape: Extract<SettingView['shape'], { kind: Kind }>;
};

type Props = Omit<ControlProps, 'label' | 'hint'>;

/** The field of a setting, by its shape. */
export function SettingControl({ setting, ...rest }: Props) {
  const t = useTexts();
  const { shape } = setting;
  const hint = `${meaningOf(t, setting)} ${boundsWords(t, setting)}`.trim();
  const props: ControlProps = { ...rest, setting, label: titleOf(t, setting), hint };
  switch (shape.kind) {
    case 'number':
      return <NumberControl {...props} shape={shape} />;
    case 'choice':
      return <ChoiceControl {...props} shape={shape} />;
    case 'codes':
      return <CodesControl {...props} shape={shape} />;
    case 'list':
      return <ListControl {...props} shape={shape} />;
    default:
      return <TextControl {...props} shape={shape} />;
  }
}

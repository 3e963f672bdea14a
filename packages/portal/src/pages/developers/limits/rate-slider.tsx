import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Label, Slider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components/Slider';
import { useTag } from '../../../i18n/use-texts.ts';

type Props = {
  label: string;
  value: number;
  end: number;
  onChange(value: number): void;
  /** The hand has left it. */
  onChosen(value: number): void;
};

/** A whole number from 1, by pointer anywhere on the track, or by arrows, Page Up and Page Down. */
export function RateSlider({ label, value, end, onChange, onChosen }: Props) {
  const tag = useTag();
  return (
    <I18nProvider locale={tag}>
      <Slider
        className="slider"
        value={value}
        minValue={1}
        maxValue={Math.max(end, value)}
        step={1}
        onChange={onChange}
        onChangeEnd={onChosen}
      >
        <Label className="label">{label}</Label>
        <SliderOutput className="slider-output" />
        <SliderTrack className="slider-track">
          {({ state }) => (
            <>
              <svg className="slider-rail" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden>
                <rect width="100" height="1" className="slider-rest" />
                <rect width={state.getThumbPercent(0) * 100} height="1" className="slider-part" />
              </svg>
              <SliderThumb className="slider-thumb" />
            </>
          )}
        </SliderTrack>
      </Slider>
    </I18nProvider>
  );
}
